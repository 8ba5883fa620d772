import { expect, test } from 'vitest'
import { isOutage } from './outages.ts'
import { NoPrimary } from './primary.ts'

const coded = (code: string, message = code) => Object.assign(new Error(message), { code })
const said = (error: Error) => [isOutage(error, 'before'), isOutage(error, 'during')]

test.each([
  // SQLSTATE or code of the network, the moment in which it comes, and whether it is an outage before and during a statement.
  ['57P01', 'the primary is stopped under a statement', true, true],
  ['57P02', 'another process of PostgreSQL crashed', true, true],
  ['57P03', 'a machine starts, recovers or stops', true, true],
  ['57P05', 'a session was idle for too long', true, true],
  ['08006', 'the line broke', true, true],
  ['08P01', 'a balancer cut the line in the middle of a message', true, true],
  ['53300', 'all connections are used', true, true],
  ['53100', 'the disk is full', true, true],
  ['53200', 'memory is used up', true, true],
  ['58030', 'the disk fails', false, true],
  ['40001', 'a replica replays what a statement reads', false, true],
  ['40P01', 'two wait for each other', false, true],
  ['55P03', 'another has the lock', false, true],
  ['57014', 'it took too long', false, true],
  ['25P03', 'a transaction waited too long', false, true],
  ['ECONNREFUSED', 'no one listens', true, true],
  ['ECONNRESET', 'the machine was killed', true, true],
  ['EPIPE', 'it was killed while we wrote', true, true],
  ['ETIMEDOUT', 'it was cut off from the network', true, true],
  ['EHOSTUNREACH', 'its address leads nowhere', true, true],
  ['EAI_AGAIN', 'its name is not found now', true, true],
  // What is wrong with the statement, the rights or the data is none, nor what is as it will be.
  ['42501', 'a privilege is missing', false, false],
  ['42P01', 'a table is missing', false, false],
  ['23505', 'a key is there twice', false, false],
  ['22003', 'a number is too large', false, false],
  ['25006', 'a transaction that only reads writes', false, false],
  ['28P01', 'a wrong password', false, false],
  ['3D000', 'a database that is not there', false, false],
  ['XX000', 'an error inside PostgreSQL', false, false],
])('%s, where %s', (code, _, before, during) => {
  expect(said(coded(code))).toEqual([before, during])
})

test('none of several machines is the primary, or the one that was is none now', () => {
  expect(said(new NoPrimary('No primary answers at db1:5432, db2:5432'))).toEqual([true, true])
})

test('the driver’s own words for a line that is gone', () => {
  for (const words of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
  ])
    expect(said(new Error(words))).toEqual([true, true])
  expect(said(new Error('relation "connections" does not exist'))).toEqual([false, false])
})
