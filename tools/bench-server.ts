import type { Socket } from 'node:net'
import { type RunningServer, startServer } from '#e2e/server.ts'

export const superAdmin = { identifier: 'superadmin', password: 'measured-by-no one' }

/** A server with nothing on it, whose few lines of log do not weigh on what is measured. */
export function startEmptyServer(): Promise<RunningServer> {
  return startServer({ SEED_DEMO: '0', LOG_LEVEL: 'error', SUPERADMIN_PASSWORD: superAdmin.password })
}

/** The data of a reply; anything that is no success ends the measurement. */
export async function ask(url: string, method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { success: boolean; message: string; data: never }
  if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
  return reply.data as Record<string, never> & { [index: number]: Record<string, string> }
}

/** A cooperative that is logged in, and the ids of its members. */
export type Target = { token: string; members: string[] }

/** Verified cooperatives with members, each logged in. */
export async function prepareCooperatives(
  url: string,
  cooperativesCount: number,
  membersEach: number,
): Promise<Target[]> {
  const admin = (await ask(url, 'POST', '/super-admin/login', undefined, superAdmin)).accessToken as unknown as string
  const targets: Target[] = []
  for (let n = 0; n < cooperativesCount; n += 1) {
    const phone = `+23480${String(10_000_000 + n).padStart(8, '0')}`
    const password = 'secret-password'
    const { id, coop_id: identifier } = await ask(url, 'POST', '/cooperatives/register', undefined, {
      name: `Bench ${n}`,
      phone,
      password,
      confirmpassword: password,
    })
    await ask(url, 'PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
    const token = (await ask(url, 'POST', '/cooperatives/login', undefined, { identifier, password }))
      .accessToken as unknown as string
    const member = Array.from({ length: membersEach }, (_, m) => ({
      firstName: 'Bench',
      lastName: `Member ${m}`,
      phone: `+23481${String(n * 1000 + m).padStart(8, '0')}`,
    }))
    const registered = (await ask(url, 'POST', '/cooperatives/members', token, { member })) as unknown as {
      memberid: string
    }[]
    targets.push({ token, members: registered.map(({ memberid }) => memberid) })
  }
  return targets
}

/** One request on an open connection; resolves with the status and the head once the whole reply is there. */
export function exchange(socket: Socket, request: string): Promise<{ status: number; head: string }> {
  return new Promise((resolve, reject) => {
    let text = ''
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (text.length < end + 4 + length) return
      socket.off('data', onData).off('error', reject)
      resolve({ status: Number(text.slice(9, 12)), head: text.slice(0, end) })
    }
    socket.on('data', onData).once('error', reject)
    socket.write(request)
  })
}
