import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { PLAIN_FORMATS } from '#app/domain/formats';
import { formatsOfLocale } from '#app/domain/locale-formats';
import { Duration } from './duration';
import { renderForm } from './posted.fixture';
import { TimeWindow } from './time-window';
import { WeekdayMinutes } from './weekday-minutes';
import { Weekdays } from './weekdays';

afterEach(cleanup);

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function renderWindow(from: string, to: string) {
  return renderForm(
    <TimeWindow
      from={{ name: 'from', label: 'From', defaultValue: from }}
      id="night"
      nextDay="next day"
      reading={({ minutes }) => `${minutes} min`}
      to={{ name: 'to', label: 'To', defaultValue: to, errors: ['Too late'] }}
    />,
  );
}

describe('times', () => {
  test('TimeWindow posts two clock times and shows the length and an end on the next day', () => {
    const posted = renderWindow('21:00', '07:00');
    expect(screen.getByLabelText('To next day').getAttribute('aria-describedby')).toBe('night-to-error');
    expect(screen.getByRole('status').textContent).toBe('600 min');
    type(/^To/, '22:30');
    expect(screen.getByRole('status').textContent).toBe('90 min');
    expect(screen.queryByText('next day')).toBeNull();
    expect(posted()).toEqual([
      ['from', '21:00'],
      ['to', '22:30'],
    ]);
  });

  test('TimeWindow treats equal times as a whole day, and shows no length if a time is missing', () => {
    renderWindow('06:00', '06:00');
    expect([screen.getByRole('status').textContent, screen.queryByText('next day') !== null]).toEqual(['1440 min', true]);
    type(/^To/, '');
    expect([screen.getByRole('status').textContent, screen.queryByText('next day') !== null]).toEqual(['', false]);
  });

  test('Weekdays shows full names from Monday, posts numbers from Sunday and describes the checked days', () => {
    const posted = renderForm(
      <Weekdays
        defaultValue={[1, 2]}
        errors={['Too few']}
        id="days"
        label="Starts on"
        formats={formatsOfLocale('de-DE')}
        name="days"
        reading={(days) => days.map(Number).join('')}
      />,
    );
    const group = screen.getByRole('group', { name: 'Starts on' });
    expect(group.getAttribute('aria-describedby')).toBe('days-error');
    const boxes = within(group).getAllByRole('checkbox');
    expect([boxes[0]?.getAttribute('aria-label'), boxes[6]?.getAttribute('aria-label')]).toEqual(['Montag', 'Sonntag']);
    expect(boxes[0]?.closest('label')?.textContent).toBe('Mo');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Sonntag' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Dienstag' }));
    expect(posted()).toEqual([
      ['days', '1'],
      ['days', '0'],
    ]);
    expect(screen.getByRole('status').textContent).toBe('1100000');
  });

  test.each([
    [90, ['60', '30']],
    [47, ['0', '47']],
    [720, ['720', '0']],
  ])('Duration posts %i minutes as hours and minutes that add up', (minutes, parts) => {
    const posted = renderForm(
      <Duration
        defaultValue={minutes}
        hours="Hours"
        hourText={(value) => `${value} h`}
        id="long"
        label="Duration"
        maxHours={12}
        minutes="Minutes"
        minuteText={(value) => `${value} min`}
        name="long"
      />,
    );
    expect(posted()).toEqual(parts.map((part) => ['long', part]));
    expect(screen.getByRole('group', { name: 'Duration' })).toBeDefined();
    type('Hours', '120');
    expect(posted()[0]).toEqual(['long', '120']);
  });

  test('WeekdayMinutes updates the slider and the sum on typing, and posts the value of a moved slider', () => {
    const posted = renderForm(
      <WeekdayMinutes
        defaultValue={[150, 90, 90, 90, 120, 120, 180]}
        id="allowance"
        label="Allowance"
        formats={PLAIN_FORMATS}
        name="allowance"
        reading={(minutes) => `${minutes} minutes`}
        sameEveryDay="Same every day"
        sum={(minutes) => `${minutes} in total`}
        today={4}
        unit="min"
      />,
    );
    const sum = () => screen.getByRole('status').textContent;
    const slider = screen.getByRole('slider', { name: 'Monday' });
    expect([sum(), slider.getAttribute('aria-valuetext')]).toEqual(['840 in total', '90 minutes']);
    expect(screen.getByText('Thu').closest('li')?.getAttribute('aria-current')).toBe('date');
    type('Monday, min', '100');
    expect([sum(), slider]).toEqual(['850 in total', expect.objectContaining({ value: '100' })]);
    fireEvent.change(slider, { target: { value: '30' } });
    expect(posted()).toEqual([
      ['allowance[1]', '30'],
      ['allowance[2]', '90'],
      ['allowance[3]', '90'],
      ['allowance[4]', '120'],
      ['allowance[5]', '120'],
      ['allowance[6]', '180'],
      ['allowance[0]', '150'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Same every day' }));
    expect([...new Set(posted().map(([, value]) => value)), sum()]).toEqual(['120', '840 in total']);
  });

  test('WeekdayMinutes has one scale for all days, which grows on typing but not on sliding', () => {
    const week = {
      id: 'a',
      label: 'Week',
      formats: PLAIN_FORMATS,
      name: 'a',
      reading: String,
      sameEveryDay: 'Same',
      sum: String,
      today: 4,
      unit: 'min',
    };
    const ends = () => [...new Set(screen.getAllByRole<HTMLInputElement>('slider').map(({ max }) => max))];
    renderForm(<WeekdayMinutes {...week} defaultValue={[360, 0, 0, 0, 0, 0, 120]} />);
    expect(ends()).toEqual(['720']);
    fireEvent.change(screen.getByRole('slider', { name: 'Monday' }), { target: { value: '720' } });
    expect(ends()).toEqual(['720']);
    type('Monday, min', '725');
    expect(ends()).toEqual(['1440']);
    type('Monday, min', '0');
    expect(ends()).toEqual(['1440']);
    cleanup();
    renderForm(<WeekdayMinutes {...week} defaultValue={[1440, 0, 0, 0, 0, 0, 120]} />);
    expect(ends()).toEqual(['1440']);
    cleanup();
    renderForm(<WeekdayMinutes {...week} defaultValue={[0, 0, 0, 0, 0, 0, 120]} />);
    expect(ends()).toEqual(['360']);
  });
});
