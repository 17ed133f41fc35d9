// A Worker with only the mail port. Sends the posted email through the SMTP server that the request names.
import { deliverMail } from '#workers/api/outside/mail';

// Required by the api Worker's configuration; not used here.
export { Directory, Family, Internal, Operator } from '#workers/api/index';

type Posted = { smtpUrl: string; to: string; subject: string };

export default {
  async fetch(request: Request): Promise<Response> {
    const { smtpUrl, to, subject } = await request.json<Posted>();
    // Only the demonstration stores emails in the bucket.
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
