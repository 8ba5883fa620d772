import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCiphers } from 'node:tls'
import { expect, test } from 'vitest'

/** What docs/operating has for the front: certificates and TLS are its part, and the server behind it is on loopback. */
const [nginx, caddy] = ['nginx.conf', 'Caddyfile'].map((name) =>
  readFileSync(new URL(`../docs/operating/${name}`, import.meta.url), 'utf8'),
) as [string, string]

const valueOf = (text: string, setting: string) => new RegExp(`^\\s*${setting} ([^;\\n]+)`, 'm').exec(text)?.[1]

// ASVS V12.1.1
test('the fronts offer TLS 1.2 and 1.3 and nothing older', () => {
  expect([valueOf(nginx, 'ssl_protocols'), valueOf(caddy, 'protocols')]).toEqual(['TLSv1.2 TLSv1.3', 'tls1.2 tls1.3'])
})

// ASVS V12.1.2
test('the fronts offer suites with forward secrecy that authenticate what they encrypt, nginx the strongest first', () => {
  const suites = valueOf(nginx, 'ssl_ciphers')?.split(':') ?? []
  expect(suites).toHaveLength(6)
  for (const suite of suites) {
    expect(suite).toMatch(/^ECDHE-(?:ECDSA|RSA)-(?:AES(?:128|256)-GCM-SHA(?:256|384)|CHACHA20-POLY1305)$/)
    expect(getCiphers()).toContain(suite.toLowerCase())
  }
  const strength = (suite: string) => (suite.includes('AES128') ? 128 : 256)
  expect(suites.map(strength)).toEqual(suites.map(strength).toSorted((a, b) => b - a))
  expect(valueOf(nginx, 'ssl_prefer_server_ciphers')).toBe('on')
  const [first = '', ...others] = valueOf(nginx, 'ssl_conf_command Ciphersuites')?.split(':') ?? []
  expect(first).toContain('AES_256_GCM')
  for (const suite of [first, ...others]) expect(getCiphers()).toContain(suite.toLowerCase())
  // Caddy has the standard's names: TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384.
  const named = (valueOf(caddy, 'ciphers')?.split(' ') ?? []).map((name) =>
    name
      .replace(/^TLS_(\w+)_WITH_/, '$1_')
      .replace('CHACHA20_POLY1305_SHA256', 'CHACHA20_POLY1305')
      .replace('AES_', 'AES')
      .replaceAll('_', '-'),
  )
  expect(named).toEqual(suites)
})

// ASVS V4.1.2
test('the fronts lead pages alone from http to https; calls without TLS are refused', () => {
  const [open = ''] = /listen 80;[^]*?\n\}/.exec(nginx) ?? []
  expect(open.replaceAll(/#.*|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
    'location /api/ { return 403; } location / { if ($request_method !~ ^(?:GET|HEAD)$) { return 403; } if ($http_authorization) { return 403; } return 301 https://$host$request_uri; }',
  )
  const [, page] =
    /^http:\/\/ajose\.example \{\s*@page \{([^}]*)\}\s*handle @page \{\s*redir https:\/\/\{host\}\{uri\} permanent\s*\}\s*handle \{\s*respond 403\s*\}\s*\}/m.exec(
      caddy,
    ) ?? []
  expect(page?.trim().split(/\s*\n\s*/)).toEqual(['method GET HEAD', 'not path /api/*', 'not header Authorization *'])
})

test.skipIf(spawnSync('nginx', ['-v']).status !== 0)('nginx takes its file as it is, with HTTP/2 and IPv6', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ajose-nginx-'))
  try {
    const at = (name: string) => join(folder, name)
    const certificate = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-subj', '/CN=ajose.example']
    execFileSync(
      'openssl',
      ['req', '-x509', '-nodes', '-days', '1', ...certificate, '-keyout', at('key.pem'), '-out', at('chain.pem')],
      { stdio: 'ignore' },
    )
    const site = nginx
      .replace('/etc/letsencrypt/live/ajose.example/fullchain.pem', at('chain.pem'))
      .replace('/etc/letsencrypt/live/ajose.example/privkey.pem', at('key.pem'))
      .replaceAll('/var/log/nginx/ajose.log', at('access.log'))
      .replaceAll(
        /listen (\[::\]:)?(80|443)/g,
        (_, host = '127.0.0.1:', port) => `listen ${host}${Number(port) + 47_100}`,
      )
    expect(nginx.match(/listen .*;/g)).toEqual([
      'listen 80;',
      'listen [::]:80;',
      'listen 443 ssl http2;',
      'listen [::]:443 ssl http2;',
    ])
    writeFileSync(
      at('nginx.conf'),
      `error_log ${at('error.log')}; pid ${at('pid')}; events { worker_connections 8192; } http { ${site} }`,
    )
    const { stderr, status } = spawnSync('nginx', ['-t', '-p', folder, '-c', at('nginx.conf')], { encoding: 'utf8' })
    expect([status, stderr.includes('test is successful')]).toEqual([0, true])
    // A secret of a provider is behind the ? of an address.
    expect(/log_format ajose '([^']*)'/.exec(nginx)?.[1]).not.toMatch(/\$(request|request_uri|args|query_string)\b/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

// systemd's own score, of which 3 and less is called OK.
test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('the service shows little of the machine', () => {
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', 'packaging/ajose.service'], {
    encoding: 'utf8',
  })
  expect(Number(/Overall exposure level for ajose\.service: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThanOrEqual(3)
})
