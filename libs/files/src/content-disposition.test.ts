import { expect, test } from 'vitest'
import { attachmentNamed } from './content-disposition.ts'

test('a plain name stands as it is', () =>
  expect(attachmentNamed('AP aging 2026-01-31.xlsx')).toBe('attachment; filename="AP aging 2026-01-31.xlsx"'))

test('another name comes in both forms', () =>
  expect(attachmentNamed("Übersicht (1) d'été.xlsx")).toBe(
    `attachment; filename="_bersicht (1) d'_t_.xlsx"; filename*=UTF-8''%C3%9Cbersicht%20%281%29%20d%27%C3%A9t%C3%A9.xlsx`,
  ))

test.each([
  ['a quote', 'a"; n="b.exe', `attachment; filename="a_; n=_b.exe"; filename*=UTF-8''a%22%3B%20n%3D%22b.exe`],
  ['a line break', 'a\r\nSet-Cookie: b.xlsx', 'attachment; filename="aSet-Cookie_ b.xlsx"'],
  ['a path', '../../etc/passwd', 'attachment; filename="_.._etc_passwd"'],
  ['a path of Windows', 'C:\\autoexec.bat', 'attachment; filename="C__autoexec.bat"'],
  ['a percent sign', '%2e%2e.xlsx', `attachment; filename="_2e_2e.xlsx"; filename*=UTF-8''%252e%252e.xlsx`],
  ['a character that turns the writing round', 'gpj\u202eexe.xlsx', 'attachment; filename="gpjexe.xlsx"'],
  ['nothing', ' .. ', 'attachment; filename="file"'],
])('a name with %s can do no harm', (_what, name, header) => expect(attachmentNamed(name)).toBe(header))

test('a name is cut, never within a character', () =>
  expect(attachmentNamed('😀'.repeat(200))).toBe(
    `attachment; filename="${'__'.repeat(150)}"; filename*=UTF-8''${'%F0%9F%98%80'.repeat(150)}`,
  ))
