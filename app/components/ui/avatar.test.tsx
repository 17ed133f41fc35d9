import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AVATAR_COLOURS, AVATAR_PICTURES } from '#app/domain/avatar';
import { Avatar } from './avatar';
import { ColorChoice, PhotoChoice, PictureChoice } from './avatar-choice';
import { renderForm } from './posted.fixture';

afterEach(cleanup);

const faceOf = (container: HTMLElement) => container.querySelector('.face');

describe('Avatar', () => {
  test.each([
    ['mia', 'M'],
    ['  éva', 'É'],
    ['👩‍👧 Ana', '👩‍👧'],
    ['客廳', '客'],
    ['', '?'],
  ])('uses the first letter of «%s» as initial: %s', (name, initial) => {
    const { container } = render(<Avatar colorSlot={0} name={name} />);
    expect(faceOf(container)?.textContent).toBe(initial);
  });

  test('shows a drawing instead of the initial, but only for a valid index', () => {
    const drawn = render(<Avatar colorSlot={19} name="Mia" pictureIndex={11} />).container;
    expect(drawn.querySelector('use')?.getAttribute('href')).toMatch(/#ball$/);
    expect(faceOf(drawn)?.textContent).toBe('');
    expect(faceOf(render(<Avatar colorSlot={0} name="Mia" pictureIndex={12} />).container)?.textContent).toBe('M');
  });

  test('keeps the initial behind the photo, in case the photo does not load', () => {
    const { container } = render(<Avatar colorSlot={0} name="Mia" photo="/mia.png" />);
    expect([container.querySelector('img')?.getAttribute('src'), faceOf(container)?.textContent]).toEqual(['/mia.png', 'M']);
  });

  test('shows a ring and a mark only if a state is given', () => {
    const withState = render(<Avatar colorSlot={0} name="Mia" view="paused" />).container;
    expect([faceOf(withState)?.getAttribute('data-state'), withState.querySelectorAll('.mark svg').length]).toEqual(['paused', 1]);
    const without = render(<Avatar colorSlot={0} name="Mia" />).container;
    expect([faceOf(without)?.getAttribute('data-state'), without.querySelector('.mark')]).toEqual([null, null]);
  });

  test('has all twelve drawings, each in the current color', () => {
    const file = readFileSync(join(import.meta.dirname, 'pictures.svg'), 'utf8');
    expect([...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)).toEqual([...AVATAR_PICTURES]);
    expect(AVATAR_PICTURES).toHaveLength(12);
    expect(file).not.toMatch(/fill=|stroke=|style=|<script/);
  });

  test('offers twenty named colors and posts the slot', () => {
    const posted = renderForm(
      <ColorChoice child="Mia" defaultValue={3} id="colour" label="Color" name="slot" nameOf={(slot) => `Color ${slot}`} />,
    );
    expect(screen.getAllByRole('radio')).toHaveLength(AVATAR_COLOURS);
    expect(posted()).toEqual([['slot', '3']]);
    fireEvent.click(screen.getByRole('radio', { name: 'Color 19' }));
    expect(posted()).toEqual([['slot', '19']]);
  });

  test('offers twelve drawings or the initial, and posts the index or an empty value', () => {
    const posted = renderForm(
      <PictureChoice child="Mia" colorSlot={0} defaultValue={0} id="picture" label="Picture" name="avatar_idx" nameOf={(name) => name} />,
    );
    expect(screen.getAllByRole('radio')).toHaveLength(13);
    expect(posted()).toEqual([['avatar_idx', '0']]);
    fireEvent.click(screen.getByRole('radio', { name: 'initial' }));
    expect(posted()).toEqual([['avatar_idx', '']]);
    fireEvent.click(screen.getByRole('radio', { name: 'ball' }));
    expect(posted()).toEqual([['avatar_idx', '11']]);
  });

  test('previews a chosen photo in the avatar', () => {
    const { container } = render(
      <PhotoChoice child="Mia" colorSlot={0} errors={['Empty']} hint="PNG" id="photo" label="Photo" name="photo" />,
    );
    const input = screen.getByLabelText('Photo');
    expect(input.getAttribute('aria-describedby')).toBe('photo-error photo-hint');
    expect(container.querySelector('img')).toBeNull();
    fireEvent.change(input, { target: { files: [new File(['x'], 'mia.png', { type: 'image/png' })] } });
    expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
  });
});
