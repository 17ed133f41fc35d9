import type { Clock } from '#app/features/shell/time/use-clock';
import { DaysOffDialog } from '../days-off/days-off-dialog';
import type { SchedulePanelData } from '../schedule-panel';
import type { ScheduleReply } from '../schedule-reply.server';
import { LockedEditor } from './locked-editor';
import { RemoveSchedule } from './remove-schedule';
import { ScheduleEditor } from './schedule-editor';

/** Renders the dialog that the URL selects: the editor, the plan's limit, the deletion question or the days off. */
export function ScheduleDialog({
  panel,
  childName,
  clock,
  back,
  token,
  reply,
}: {
  panel: SchedulePanelData;
  childName: string;
  clock: Clock;
  back: string;
  token: string;
  reply: ScheduleReply | undefined;
}) {
  const { editor, removing, plan, daysOff } = panel;
  if (editor === null && removing === null)
    return daysOff?.isOpen ? <DaysOffDialog back={back} clock={clock} daysOff={daysOff} reply={reply} token={token} /> : null;
  if (editor === null) return removing === null ? null : <RemoveSchedule back={back} reply={reply} schedule={removing} token={token} />;
  if (editor.isLocked) return <LockedEditor back={back} childName={childName} limit={plan.schedulesPerChild} />;
  return (
    <ScheduleEditor
      back={back}
      childName={childName}
      clock={clock}
      editor={editor}
      previewInput={panel}
      hasApps={plan.hasApps}
      isOtherZone={panel.isOtherZone}
      key={editor.ruleId}
      reply={reply}
      token={token}
    />
  );
}
