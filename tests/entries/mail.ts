// The mail port by itself: what is posted is sent, through the server that it names.
import { deliverMail } from '#workers/api/outside/mail';

// The configuration of the api Worker names them; nothing here uses them.
export { Directory, Family, Internal, Operator } from '#workers/api/index';

type Posted = { smtpUrl: string; to: string; subject: string };

export default {
  async fetch(request: Request): Promise<Response> {
    const { smtpUrl, to, subject } = await request.json<Posted>();
    // Outside the demonstration nothing is kept in the bucket.
    const FILES = undefined as unknown as R2Bucket;
    const mail = { to, subject, text: 'https://porchlight.example/reset?token=secret', html: '<p>secret</p>' };
    try {
      await deliverMail({ FILES, MAIL_FROM: 'Porchlight <porchlight@porchlight.example>', SMTP_URL: smtpUrl }, mail);
      return new Response('sent');
    } catch (error) {
      return new Response(error instanceof Error ? error.message : String(error), { status: 502 });
    }
  },
} satisfies ExportedHandler;
