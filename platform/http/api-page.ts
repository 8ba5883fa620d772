import type { Endpoint } from '#core/contract/endpoint.ts'

/** The API as a page to read: plain HTML without a script, from the contract. */
export function apiPage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(
    ({ method, path, summary, access }) =>
      `<tr><td><code>${method}</code><td><code>${escape(path)}</code><td>${escape(access)}<td>${escape(summary)}`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Ajose API</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#14213d;background:#fbf9f4}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #e0d9c9;padding:.4rem .75rem;text-align:left;vertical-align:top}
a{color:#0b6b4e}</style>
<h1>Ajose API</h1>
<p>Every path answers under <code>/api</code> too. Schemas of requests and replies: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><tr><th>Method<th>Path<th>Access<th>What it does${rows.join('')}</table></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
