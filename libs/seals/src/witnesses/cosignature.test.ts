import { WitnessDouble } from '@pacioli/testing'
import { expect, test } from 'vitest'
import { witnessesOf } from '../configuration.ts'
import { cosignatureIn, witnessKeyOf } from './cosignature.ts'

const NOW = new Date('2026-11-29T06:00:00.000Z')
const SECONDS = NOW.getTime() / 1_000
const ROOT = Buffer.alloc(32, 1).toString('base64')
const NOTE = `books.example.com/businesses/1/ledger\n12\n${ROOT}\n\n— books.example.com/businesses/1/ledger AAAAAAAA\n`

const double = new WitnessDouble('witness.example.com/w1')
const witness = witnessKeyOf(double.verifierKey)
const found = (answer: string, note = NOTE) => cosignatureIn(answer, note, witness, NOW)

test('a cosignature is found among the lines of others, with its time', () => {
  const line = double.cosign(NOTE, SECONDS - 5)
  const at = new Date(NOW.getTime() - 5_000)
  expect(found(line)).toEqual({ line, at })
  expect(found(`— somebody.else AAAAAAAA\nnothing\n${line}`)).toEqual({ line, at })
  const other = new WitnessDouble(double.name)
  expect(found(`${other.cosign(NOTE)}${line}`)).toEqual({ line, at })
})

test('one of another key, of another checkpoint, from later or beside a wrong one is none', () => {
  const line = double.cosign(NOTE, SECONDS)
  expect(found('')).toBeUndefined()
  expect(found(new WitnessDouble(double.name).cosign(NOTE, SECONDS))).toBeUndefined()
  expect(found(line, NOTE.replace('\n12\n', '\n13\n'))).toBeUndefined()
  expect(found(double.cosign(NOTE, SECONDS + 300))).toBeDefined()
  expect(found(double.cosign(NOTE, SECONDS + 301))).toBeUndefined()
  expect(found(`${line}${double.cosign(NOTE.replace('\n12\n', '\n13\n'), SECONDS)}`)).toBeUndefined()
  expect(found(line.replace(/.{8}\n$/, '\n'))).toBeUndefined()
})

test('witnesses are set with their addresses and keys, each once', () => {
  const key = double.verifierKey
  const [set] = witnessesOf(JSON.stringify([{ url: 'https://witness.example.com/a', key }]))
  expect(set).toMatchObject({ prefix: 'https://witness.example.com/a/', name: double.name, verifierKey: key })
  const refusalOf = (given: unknown) => () => witnessesOf(JSON.stringify(given))
  const url = 'https://witness.example.com'
  expect(refusalOf({ url, key })).toThrow('expected a list')
  expect(refusalOf([{ url }])).toThrow('expected for each witness its url and its key')
  expect(refusalOf([{ url: 'ftp://witness.example.com', key }])).toThrow('expected an address with https or http')
  expect(refusalOf([{ url: `${url}?a=b`, key }])).toThrow('expected an address with https or http')
  expect(refusalOf([{ url, key: key.replace(/\+[0-9a-f]{8}\+/, '+00000000+') }])).toThrow('the hash of the key')
  // That of a log, which signs without a time.
  expect(refusalOf([{ url, key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW' }])).toThrow(
    'expected a key for cosignatures',
  )
  expect(
    refusalOf([
      { url, key },
      { url: `${url}/b`, key },
    ]),
  ).toThrow(`got ${double.name} twice`)
  expect(refusalOf(Array.from({ length: 9 }, () => ({ url, key })))).toThrow('expected up to 8 witnesses')
})
