import { type RunningServer, startServer } from '#e2e/server.ts'

export const superAdmin = { identifier: 'superadmin', password: 'bench-super-admin' }

/** A server with nothing on it, whose few lines of log do not weigh on what is measured. */
export function startEmptyServer(): Promise<RunningServer> {
  return startServer({ SEED_DEMO: '0', LOG_LEVEL: 'error', SUPERADMIN_PASSWORD: superAdmin.password })
}

/** The data of a reply; anything that is no success ends the measurement. */
export async function ask(url: string, method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { success: boolean; message: string; data: never }
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
  return reply.data as Record<string, never> & { [index: number]: Record<string, string> }
}
