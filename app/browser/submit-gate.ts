/**
 * The stages that handle a submit or a click, in this order. `double-tap` removes second taps first. `restore-focus` remembers the pressed
 * button even if a later stage stops the form. `offline` prevents sending. `unsaved-changes` asks before the tap enters the queue.
 */
const STAGES = ['double-tap', 'restore-focus', 'offline', 'unsaved-changes', 'tap-queue'] as const;
export type GateStage = (typeof STAGES)[number];

/**
 * `onSubmit` and `onClick` return true to stop the event: it is canceled, and neither later stages nor the page receive it. `onSent` is called
 * before a form is sent: after all stages let it pass, or when the queue sends it later.
 */
export type Gate = {
  onSubmit?: (event: SubmitEvent) => boolean;
  onClick?: (event: MouseEvent) => boolean;
  onSent?: (form: HTMLFormElement) => void;
};

const gates = new Map<GateStage, Gate>();
let listening: AbortController | null = null;

/**
 * Registers the handlers of a stage. Stages run in the order of `STAGES`, whichever code loaded first. They run before all other listeners
 * except the inline script `holdPasswords`.
 * @returns a function that removes the handlers
 */
export function addGate(stage: GateStage, gate: Gate): () => void {
  gates.set(stage, gate);
  if (listening === null) {
    listening = new AbortController();
    const how = { capture: true, signal: listening.signal };
    window.addEventListener('submit', (event) => pass(event, ({ onSubmit }) => onSubmit?.(event)), how);
    window.addEventListener('click', (event) => pass(event, ({ onClick }) => onClick?.(event)), how);
  }
  return () => {
    if (gates.get(stage) === gate) gates.delete(stage);
    if (gates.size > 0) return;
    listening?.abort();
    listening = null;
  };
}

function pass(event: Event, isStopped: (gate: Gate) => boolean | undefined): void {
  for (const stage of STAGES) {
    const gate = gates.get(stage);
    if (gate === undefined || !isStopped(gate)) continue;
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.type === 'submit' && event.target instanceof HTMLFormElement) announceSent(event.target);
}

/** Calls `onSent` of every stage, because this form is sent now. */
export function announceSent(form: HTMLFormElement): void {
  for (const stage of STAGES) gates.get(stage)?.onSent?.(form);
}
