import { afterEach, describe, expect, test } from 'vitest';
import { addGate, type GateStage } from './submit-gate';

let ends: Array<() => void> = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

const ORDER: ReadonlyArray<GateStage> = ['double-tap', 'restore-focus', 'offline', 'unsaved-changes', 'tap-queue'];

/** Registers all stages in reverse order; the stage `stopping` stops events. Returns a list that records each call as «type stage». */
function register(stopping?: GateStage) {
  const asked: Array<string> = [];
  const ask = (stage: GateStage) => (event: Event) => {
    asked.push(`${event.type} ${stage}`);
    return stage === stopping;
  };
  ends = [...ORDER].reverse().map((stage) => addGate(stage, { onSubmit: ask(stage), onClick: ask(stage) }));
  return asked;
}

/** Dispatches a submit and a click event. Returns the event types that reached the page and those that were canceled. */
function dispatch() {
  document.body.innerHTML = '<form></form>';
  const form = document.body.firstElementChild;
  const reached: Array<string> = [];
  const canceled: Array<string> = [];
  for (const type of ['submit', 'click']) {
    form?.addEventListener(type, () => reached.push(type));
    const event = new Event(type, { bubbles: true, cancelable: true });
    form?.dispatchEvent(event);
    if (event.defaultPrevented) canceled.push(type);
  }
  return { reached, canceled };
}

describe('submit gate', () => {
  test('calls the stages in their order, regardless of the order of registration', () => {
    const asked = register();
    expect(dispatch()).toEqual({ reached: ['submit', 'click'], canceled: [] });
    expect(asked).toEqual(['submit', 'click'].flatMap((type) => ORDER.map((stage) => `${type} ${stage}`)));
  });

  test.each(ORDER)('stops an event at %s, before later stages and the page', (stage) => {
    const asked = register(stage);
    expect(dispatch()).toEqual({ reached: [], canceled: ['submit', 'click'] });
    const before = ORDER.slice(0, ORDER.indexOf(stage) + 1);
    expect(asked).toEqual(['submit', 'click'].flatMap((type) => before.map((one) => `${type} ${one}`)));
  });

  test('announces a form as sent only if no stage stops it', () => {
    const sent: Array<string> = [];
    let isStopped = true;
    ends = [addGate('unsaved-changes', { onSent: ({ id }) => sent.push(id) }), addGate('tap-queue', { onSubmit: () => isStopped })];
    document.body.innerHTML = '<form id="f"></form>';
    const submit = () => document.body.firstElementChild?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    submit();
    expect(sent).toEqual([]);
    isStopped = false;
    submit();
    expect(sent).toEqual(['f']);
  });

  test('does not call a removed handler and keeps the other handler of its stage', () => {
    const asked: Array<string> = [];
    const removeFirst = addGate('offline', { onSubmit: () => asked.push('first') > 0 });
    ends = [addGate('offline', { onSubmit: () => asked.push('second') > 0 })];
    removeFirst();
    expect(dispatch().reached).toEqual(['click']);
    expect(asked).toEqual(['second']);
  });
});
