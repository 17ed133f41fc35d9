/**
 * Names this rendering of a form, so that a double click has one effect (docs/reference/server.md S00). After an error the first token is
 * kept.
 */
export function FormToken({ token }: { token: string }) {
  return <input name="form_token" type="hidden" value={token} />;
}
