/** True if the browser takes gzip. A weight of zero refuses it. */
function takesGzip(request: Request): boolean {
  const codings = (request.headers.get('Accept-Encoding') ?? '').split(',');
  return codings.some((coding) => /^\s*gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(coding));
}

/** Returns a response whose body is sent as gzip if the browser takes it. For maps, because many proxies don’t know the type of tiles. */
export function packedResponse(request: Request, body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string>): Response {
  const common = { ...headers, Vary: 'Accept-Encoding' };
  if (!takesGzip(request)) return new Response(body, { headers: common });
  const packed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  // The body is compressed here. By default, workerd would compress it again because of the header.
  return new Response(packed, { headers: { ...common, 'Content-Encoding': 'gzip' }, encodeBody: 'manual' });
}
