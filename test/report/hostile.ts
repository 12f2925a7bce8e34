/** A benchmark's name that tries everything, 300 characters and more. */
export const hostileName = `<img src=x onerror=alert(1)>|\`code\`\`|@octocat #12 ![i](https://evil.example/i.png) [l](javascript:alert(1)) </td></details><script>alert(2)</script>\r\n\n# heading\u001b[31mred\u202egnp\u0007\\|*b*_i_~s~ www.evil.example ${'long'.repeat(40)}`

/** Every name in the field reports that some table lost. */
export const awkwardNames = [
  'Parser<T>',
  'a|b',
  'a\\|b',
  '`tick`',
  'two\nlines',
  ' ',
  '日本語/テスト',
  '👩‍👩‍👧 family',
] as const
