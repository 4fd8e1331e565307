"""Prints the addresses of isemail's tests, and whether a mail server takes them by RFC 5321.

Usage: isemail.py FOLDER, the folder of a copy of isemail.
"""

import json
import sys
import xml.etree.ElementTree

# What is only unusual in RFC 5321, or not found in the DNS, is an address all the same.
TAKEN = {'ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN', 'ISEMAIL_RFC5321'}

cases = []
for test in xml.etree.ElementTree.parse(sys.argv[1] + '/test/tests.xml').iter('test'):
    # The file writes control characters as the pictures of them.
    address = ''.join(chr(ord(c) - 0x2400) if 0x2400 <= ord(c) < 0x2420 else c for c in test.findtext('address') or '')
    if address:
        cases.append({
            'rule': '{"type": "email", "profile": "mailbox"}', 'text': address,
            'passes': test.findtext('category') in TAKEN,
        })
print(json.dumps({'suite': 'isemail', 'cases': cases, 'leftOut': {'an empty text, which is for “required”': 1}}))
