import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { PLAIN_FORMATS } from '#app/domain/formats';
import { takeOver } from '#tests/take-over.ts';
import { isChanged } from './early-input';
import { TextField } from './text-field';
import { TimeWindow } from './time-window';
import { WeekdayMinutes } from './weekday-minutes';
import { Weekdays } from './weekdays';

afterEach(cleanup);

const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const statusText = () => screen.getByRole('status').textContent;

describe('early input', () => {
  test.each<[string, ReactElement, () => void, () => unknown, unknown]>([
    [
      'a time window',
      <TimeWindow
        from={{ name: 'from', label: 'From', defaultValue: '21:00' }}
        id="it"
        key="it"
        nextDay="next day"
        reading={({ minutes }) => `${minutes} min`}
        to={{ name: 'to', label: 'To', defaultValue: '22:00' }}
      />,
      () => type('To', '23:00'),
      statusText,
      '120 min',
    ],
    [
      'weekdays',
      <Weekdays
        defaultValue={[1]}
        id="it"
        key="it"
        label="Days"
        formats={PLAIN_FORMATS}
        name="days"
        reading={(days) => days.map(Number).join('')}
      />,
      () => fireEvent.click(screen.getByRole('checkbox', { name: 'Sunday' })),
      statusText,
      '1100000',
    ],
    [
      'numbers',
      <WeekdayMinutes
        defaultValue={[0, 60, 0, 0, 0, 0, 0]}
        id="it"
        key="it"
        label="Minutes"
        formats={PLAIN_FORMATS}
        name="minutes"
        reading={String}
        sameEveryDay="Same"
        sum={(minutes) => `${minutes} in all`}
        today={1}
        unit="min"
      />,
      () => type('Monday, min', '400'),
      () => {
        const { value, max } = screen.getByRole<HTMLInputElement>('slider', { name: 'Monday' });
        return [statusText(), value, max];
      },
      ['400 in all', '400', '720'],
    ],
    [
      'multiline text',
      <TextField defaultValue="one.example" id="it" key="it" label="Sites" name="sites" />,
      () => type('Sites', 'two.example'),
      () => screen.getByLabelText<HTMLTextAreaElement>('Sites').value,
      'two.example',
    ],
  ])('%s: keeps input from before hydration, and updates what depends on it', (_name, field, typeEarly, read, expected) => {
    takeOver(field, typeEarly);
    expect(read()).toEqual(expected);
  });

  const FORM = `
  <input name="text" value="a"><input name="box" type="checkbox" checked><input name="file" type="file"><textarea name="area">b</textarea>
  <input name="own" type="hidden" value="1"><button>Save</button>`;

  test('isChanged is true if an input or a text area was changed or a box was unchecked', () => {
    const form = document.createElement('form');
    form.innerHTML = FORM;
    expect(isChanged(form)).toBe(false);
    const changes: Array<[string, (field: HTMLInputElement) => void]> = [
      ['text', (field) => Object.assign(field, { value: '' })],
      ['box', (field) => Object.assign(field, { checked: false })],
      ['area', (field) => Object.assign(field, { value: 'c' })],
    ];
    for (const [name, change] of changes) {
      form.innerHTML = FORM;
      const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field !== null) change(field);
      expect([name, isChanged(form)]).toEqual([name, true]);
    }
    expect(isChanged(null)).toBe(false);
  });

  test('keeps saved minutes that are between two slider steps', () => {
    const numbers = (
      <form>
        <WeekdayMinutes
          defaultValue={[0, 50, 0, 0, 0, 0, 0]}
          id="it"
          label="Minutes"
          formats={PLAIN_FORMATS}
          name="minutes"
          reading={String}
          sameEveryDay="Same"
          sum={String}
          today={1}
          unit="min"
        />
      </form>
    );
    takeOver(numbers, () => {});
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Monday' });
    // A larger step would round the value.
    expect([slider.value, slider.step, isChanged(slider.form)]).toEqual(['50', '1', false]);
    for (const [next, shown] of [
      ['51', '60'],
      ['45', '45'],
    ] as const) {
      fireEvent.change(slider, { target: { value: next } });
      expect([slider.value, screen.getByLabelText<HTMLInputElement>('Monday, min').value]).toEqual([shown, shown]);
    }
  });
});
