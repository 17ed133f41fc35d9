import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { AVATAR_COLOURS, AVATAR_PICTURES } from '~/domain/avatar';
import { Avatar } from './avatar';
import { ColourChoice, PhotoChoice, PictureChoice } from './avatar-choice';
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
  ])('the initial of «%s» is %s', (name, initial) => {
    const { container } = render(<Avatar colourSlot={0} name={name} />);
    expect(faceOf(container)?.textContent).toBe(initial);
  });

  test('a drawing takes the place of the initial; an index without one does not', () => {
    const drawn = render(<Avatar colourSlot={19} name="Mia" pictureIndex={11} />).container;
    expect(drawn.querySelector('use')?.getAttribute('href')).toMatch(/#ball$/);
    expect(faceOf(drawn)?.textContent).toBe('');
    expect(faceOf(render(<Avatar colourSlot={0} name="Mia" pictureIndex={12} />).container)?.textContent).toBe('M');
  });

  test('under a photo lies what shows where it does not load', () => {
    const { container } = render(<Avatar colourSlot={0} name="Mia" photo="/mia.png" />);
    expect([container.querySelector('img')?.getAttribute('src'), faceOf(container)?.textContent]).toEqual(['/mia.png', 'M']);
  });

  test('a state gives ring and mark; without one there are none', () => {
    const withState = render(<Avatar colourSlot={0} name="Mia" view="paused" />).container;
    expect([faceOf(withState)?.getAttribute('data-state'), withState.querySelectorAll('.mark svg').length]).toEqual(['paused', 1]);
    const without = render(<Avatar colourSlot={0} name="Mia" />).container;
    expect([faceOf(without)?.getAttribute('data-state'), without.querySelector('.mark')]).toEqual([null, null]);
  });

  test('the twelve drawings are all drawn, in one ink', () => {
    const file = readFileSync(join(import.meta.dirname, 'pictures.svg'), 'utf8');
    expect([...file.matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)).toEqual([...AVATAR_PICTURES]);
    expect(AVATAR_PICTURES).toHaveLength(12);
    expect(file).not.toMatch(/fill=|stroke=|style=|<script/);
  });

  test('twenty colours to choose from, each with its name, posted as its slot', () => {
    const posted = renderForm(
      <ColourChoice child="Mia" defaultValue={3} id="colour" label="Color" name="slot" nameOf={(slot) => `Color ${slot}`} />,
    );
    expect(screen.getAllByRole('radio')).toHaveLength(AVATAR_COLOURS);
    expect(posted()).toEqual([['slot', '3']]);
    fireEvent.click(screen.getByRole('radio', { name: 'Color 19' }));
    expect(posted()).toEqual([['slot', '19']]);
  });

  test('twelve drawings or the initial, posted as the index or nothing', () => {
    const posted = renderForm(
      <PictureChoice child="Mia" colourSlot={0} defaultValue={0} id="picture" label="Picture" name="avatar_idx" nameOf={(name) => name} />,
    );
    expect(screen.getAllByRole('radio')).toHaveLength(13);
    expect(posted()).toEqual([['avatar_idx', '0']]);
    fireEvent.click(screen.getByRole('radio', { name: 'initial' }));
    expect(posted()).toEqual([['avatar_idx', '']]);
    fireEvent.click(screen.getByRole('radio', { name: 'ball' }));
    expect(posted()).toEqual([['avatar_idx', '11']]);
  });

  test('a photo is shown in the face once it is chosen', () => {
    const { container } = render(
      <PhotoChoice child="Mia" colourSlot={0} errors={['Empty']} hint="PNG" id="photo" label="Photo" name="photo" />,
    );
    const input = screen.getByLabelText('Photo');
    expect(input.getAttribute('aria-describedby')).toBe('photo-error photo-hint');
    expect(container.querySelector('img')).toBeNull();
    fireEvent.change(input, { target: { files: [new File(['x'], 'mia.png', { type: 'image/png' })] } });
    expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/);
  });
});
