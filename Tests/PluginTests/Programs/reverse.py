#!/usr/bin/python3
"""A plug-in in Python that speaks the frames with nothing but the standard library.

Its types: the formatter `reverse`, which turns a value around, and the validator `palindrome`.
"""
import json
import socket
import struct

VERSION = 1
HELLO, CONFIGURE, ASK, ANSWER, REFUSAL, GOODBYE = range(1, 7)
FORMATTER, VALIDATOR = 2, 3
TYPES = [(FORMATTER, "reverse"), (VALIDATOR, "palindrome")]


class Reader:
    def __init__(self, data):
        self.data = data
        self.place = 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.place)
        self.place += struct.calcsize("<" + layout)
        return values[0]

    def string(self):
        length = self.take("I")
        text = self.data[self.place:self.place + length].decode()
        self.place += length
        return text


def string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def frame(kind, request, payload):
    return b"FRMP" + struct.pack("<HHII", VERSION, kind, request, len(payload)) + payload


def field_text(text, caret, value, complete):
    return string(text) + struct.pack("<II", caret, 0) + string(value) + struct.pack("<B", complete)


def read_field_text(question):
    text, start, length, value = question.string(), question.take("I"), question.take("I"), question.string()
    return text, start, length, value, question.take("B")


def reverse(question, configuration):
    operation, _ = question.take("B"), question.string()
    if operation == 1:
        text = read_field_text(question)[0]
        start, length, piece = question.take("I"), question.take("I"), question.string()
        text = text[:start] + piece + text[start + length:]
        return field_text(text, start + len(piece), text[::-1], len(text) > 0)
    if operation == 2:
        value = question.string()
        return field_text(value[::-1], len(value), value, len(value) > 0)
    if operation == 3:
        text, start, _, value, complete = read_field_text(question)
        return field_text(text, start, value, complete)
    return field_text("", 0, "", False)


def palindrome(question, configuration):
    value = (question.string(), question.string())[1]
    if value == value[::-1]:
        return struct.pack("<B", 1) + string("")
    return struct.pack("<B", 3) + string(configuration.get("words", "not the same backwards"))


def main():
    formd = socket.socket(fileno=3)
    instances = {}
    while True:
        packet = formd.recv(16 + 256 * 1024)
        place = 0
        while place < len(packet):
            magic, version, kind, request, length = struct.unpack_from("<4sHHII", packet, place)
            question = Reader(packet[place + 16:place + 16 + length])
            place += 16 + length
            if kind == HELLO:
                offer = struct.pack("<H", len(TYPES)) + b"".join(struct.pack("<B", k) + string(n) for k, n in TYPES)
                formd.send(frame(HELLO, 0, offer))
            elif kind == CONFIGURE:
                instance, _, name = question.take("H"), question.take("B"), question.string()
                instances[instance] = (name, json.loads(question.string()))
            elif kind == ASK:
                name, configuration = instances[question.take("H")]
                answer = {"reverse": reverse, "palindrome": palindrome}[name](question, configuration)
                formd.send(frame(ANSWER, request, answer))
            else:
                return
        if not packet:
            return


main()
