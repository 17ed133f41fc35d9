import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Checkbox, Toggle } from './checkbox';
import { Choice, PictureGrid, Segmented } from './choice';
import { renderForm } from './posted.fixture';

afterEach(cleanup);

const options = [
  { value: 'allowed', label: 'Allowed', picture: null },
  { value: 'schedule', label: 'By schedule', picture: null },
  { value: 'never', label: 'Never allowed', picture: null },
];

describe('Choice', () => {
  test.each([
    ['Choice', Choice],
    ['Segmented', Segmented],
    ['PictureGrid', PictureGrid],
  ])('%s names its radio group and posts the chosen value', (_name, Kind) => {
    const onChange = vi.fn();
    const posted = renderForm(
      <Kind
        defaultValue="schedule"
        errors={['No']}
        hint="Help"
        id="rule"
        label="YouTube"
        name="rule"
        onChange={onChange}
        options={options}
      />,
    );
    const group = screen.getByRole('group', { name: 'YouTube' });
    expect(group.getAttribute('aria-describedby')).toBe('rule-error rule-hint');
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('name')),
    ).toEqual(['rule', 'rule', 'rule']);
    expect(posted()).toEqual([['rule', 'schedule']]);
    fireEvent.click(within(group).getByRole('radio', { name: 'Never allowed' }));
    expect(posted()).toEqual([['rule', 'never']]);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('never');
  });

  test('has no default choice', () => {
    const posted = renderForm(<Segmented id="rule" label="YouTube" name="rule" options={options} />);
    expect(posted()).toEqual([]);
  });

  test('disables its radios when the group is disabled', () => {
    renderForm(<Segmented disabled id="rule" label="YouTube" name="rule" options={options} />);
    expect(screen.getByRole('group', { name: 'YouTube' })).toHaveProperty('disabled', true);
  });

  test.each([
    ['checkbox', Checkbox],
    ['switch', Toggle],
  ])('a %s posts its value only while it is checked', (role, Kind) => {
    const posted = renderForm(<Kind errors={['No']} hint="Help" id="mail" label="Mail me" name="mail" value="yes" />);
    const box = screen.getByRole(role, { name: 'Mail me' });
    expect(box.getAttribute('aria-describedby')).toBe('mail-error mail-hint');
    expect([box, posted()]).toEqual([expect.objectContaining({ checked: false }), []]);
    fireEvent.click(screen.getByText('Mail me'));
    expect([box, posted()]).toEqual([expect.objectContaining({ checked: true }), [['mail', 'yes']]]);
  });
});
