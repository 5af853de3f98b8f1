/* Names: UTF-16 as Windows counts it, case as the driver ignores it, wildcards as the library matches them. */
#include "double.h"
#include <stdlib.h>
#include <string.h>

size_t units(const WCHAR *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

WCHAR *copy_units(const WCHAR *text) {
  size_t bytes = (units(text) + 1) * sizeof(WCHAR);
  WCHAR *copy = malloc(bytes);
  if (copy) memcpy(copy, text, bytes);
  return copy;
}

/* Enough of Unicode for tests: ASCII, Latin-1, Greek and Cyrillic letters. */
static WCHAR fold(WCHAR c) {
  if (c >= 'a' && c <= 'z') return c - 32;
  if ((c >= 0xE0 && c <= 0xFE && c != 0xF7) || (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) || (c >= 0x430 && c <= 0x44F))
    return c - 32;
  return c;
}

bool same_units(const WCHAR *a, const WCHAR *b, bool ignore_case) {
  for (;; a++, b++) {
    if (ignore_case ? fold(*a) != fold(*b) : *a != *b) return false;
    if (!*a) return true;
  }
}

unsigned hash_units(const WCHAR *text, bool ignore_case) {
  unsigned h = 2166136261u;
  for (; *text; text++) h = (h ^ (ignore_case ? fold(*text) : *text)) * 16777619u;
  return h ^ (h >> 15);
}

/* NULL if the text is not UTF-8: Windows has no such names. */
WCHAR *to_utf16(const char *utf8) {
  WCHAR *out = malloc((strlen(utf8) + 1) * sizeof(WCHAR));
  size_t n = 0;
  const unsigned char *s = (const unsigned char *)utf8;
  while (out && *s) {
    uint32_t c = *s++;
    int more = c < 0x80 ? 0 : c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xF0 && c < 0xF5 ? 3 : -1;
    if (more < 0) goto bad;
    if (more > 0) c &= 0x3F >> more;
    uint32_t least = more == 2 ? 0x800 : more == 3 ? 0x10000 : 0;
    for (int i = 0; i < more; i++, s++) {
      if ((*s & 0xC0) != 0x80) goto bad;
      c = c << 6 | (*s & 0x3F);
    }
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) goto bad;
    if (c < 0x10000) {
      out[n++] = (WCHAR)c;
    } else {
      out[n++] = (WCHAR)(0xD7C0 + (c >> 10));
      out[n++] = (WCHAR)(0xDC00 + (c & 0x3FF));
    }
  }
  if (out) out[n] = 0;
  return out;
bad:
  free(out);
  return NULL;
}

char *to_utf8(const WCHAR *text) {
  char *out = malloc(units(text) * 3 + 1);
  size_t n = 0;
  for (; out && *text; text++) {
    uint32_t c = *text;
    if (c >= 0xD800 && c < 0xDC00 && text[1] >= 0xDC00 && text[1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (*++text - 0xDC00);
    }
    if (c < 0x80) {
      out[n++] = (char)c;
    } else if (c < 0x800) {
      out[n++] = (char)(0xC0 | c >> 6);
      out[n++] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      out[n++] = (char)(0xE0 | c >> 12);
      out[n++] = (char)(0x80 | (c >> 6 & 0x3F));
      out[n++] = (char)(0x80 | (c & 0x3F));
    } else {
      out[n++] = (char)(0xF0 | c >> 18);
      out[n++] = (char)(0x80 | (c >> 12 & 0x3F));
      out[n++] = (char)(0x80 | (c >> 6 & 0x3F));
      out[n++] = (char)(0x80 | (c & 0x3F));
    }
  }
  if (out) out[n] = 0;
  return out;
}

WCHAR *child_path(const WCHAR *parent, const char *name) {
  WCHAR *wide = to_utf16(name);
  if (!wide) return NULL;
  size_t before = parent[0] == '\\' && !parent[1] ? 0 : units(parent), after = units(wide);
  WCHAR *path = malloc((before + after + 2) * sizeof(WCHAR));
  if (path) {
    memcpy(path, parent, before * sizeof(WCHAR));
    path[before] = '\\';
    memcpy(path + before + 1, wide, (after + 1) * sizeof(WCHAR));
  }
  free(wide);
  return path;
}

WCHAR *parent_path(const WCHAR *path) {
  WCHAR *parent = copy_units(path);
  if (!parent) return NULL;
  size_t end = units(parent);
  while (end > 0 && parent[end - 1] != '\\') end--;
  if (end > 1) end--;
  parent[end] = 0;
  return parent;
}

bool has_wildcard(const WCHAR *text) {
  for (; *text; text++) {
    if (*text == '*' || *text == '?' || *text == '<' || *text == '>' || *text == '"') return true;
  }
  return false;
}

/* The plain wildcards and the DOS ones: < anything but the last dot, > one or none before a dot, " a dot or the end. */
bool name_matches(const WCHAR *pattern, const WCHAR *name, bool ignore_case) {
  for (; *pattern; pattern++) {
    switch (*pattern) {
    case '*':
      for (;; name++) {
        if (name_matches(pattern + 1, name, ignore_case)) return true;
        if (!*name) return false;
      }
    case '<':
      for (;; name++) {
        if (name_matches(pattern + 1, name, ignore_case)) return true;
        if (!*name) return false;
        if (*name == '.') {
          const WCHAR *later = name + 1;
          while (*later && *later != '.') later++;
          if (!*later) return false;
        }
      }
    case '>':
      if (*name && *name != '.') name++;
      break;
    case '"':
      if (*name == '.')
        name++;
      else if (*name)
        return false;
      break;
    case '?':
      if (!*name++) return false;
      break;
    default:
      if (ignore_case ? fold(*pattern) != fold(*name) : *pattern != *name) return false;
      name++;
    }
  }
  return !*name;
}
