package dev.agenthost.im.lark.connection;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.agenthost.im.lark.connection.LarkFrame.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes frames in the wire format of Protocol Buffers. Unknown fields are skipped. */
public final class LarkFrameCodec {
    private static final int SEQUENCE_ID = 1;
    private static final int LOG_ID = 2;
    private static final int SERVICE = 3;
    private static final int METHOD = 4;
    private static final int HEADERS = 5;
    private static final int PAYLOAD_ENCODING = 6;
    private static final int PAYLOAD_TYPE = 7;
    private static final int PAYLOAD = 8;
    private static final int NEW_LOG_ID = 9;
    private static final int KEY = 1;
    private static final int VALUE = 2;

    private static final int MOST_HEADERS = 100;
    private static final int REQUIRED = 1 << SEQUENCE_ID | 1 << LOG_ID | 1 << SERVICE | 1 << METHOD;

    private LarkFrameCodec() {}

    /** Returns the frame; empty for bytes that are none. */
    public static Optional<LarkFrame> decode(byte[] bytes) {
        try {
            return new Reader().read(CodedInputStream.newInstance(bytes));
        } catch (IOException damaged) {
            return Optional.empty();
        }
    }

    public static byte[] encode(LarkFrame frame) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            out.writeUInt64(SEQUENCE_ID, frame.sequenceId());
            out.writeUInt64(LOG_ID, frame.logId());
            out.writeInt32(SERVICE, frame.service());
            out.writeInt32(METHOD, frame.method());
            for (Header header : frame.headers()) {
                out.writeByteArray(HEADERS, encode(header));
            }
            write(out, PAYLOAD_ENCODING, frame.payloadEncoding());
            write(out, PAYLOAD_TYPE, frame.payloadType());
            byte[] payload = frame.payload();
            if (payload != null) {
                out.writeByteArray(PAYLOAD, payload);
            }
            write(out, NEW_LOG_ID, frame.newLogId());
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("memory can be written", e);
        }
    }

    private static byte[] encode(Header header) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeString(KEY, header.key());
        out.writeString(VALUE, header.value());
        out.flush();
        return bytes.toByteArray();
    }

    private static void write(CodedOutputStream out, int field, @Nullable String text) throws IOException {
        if (text != null) {
            out.writeString(field, text);
        }
    }

    /** One frame while it is read. Of a repeated field that is no list, the last value counts. */
    private static final class Reader {
        private final List<Header> headers = new ArrayList<>();
        private int found;
        private long sequenceId;
        private long logId;
        private int service;
        private int method;
        private @Nullable String payloadEncoding;
        private @Nullable String payloadType;
        private byte @Nullable [] payload;
        private @Nullable String newLogId;

        Optional<LarkFrame> read(CodedInputStream in) throws IOException {
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                if (!readField(in, tag)) {
                    return Optional.empty();
                }
            }
            return (found & REQUIRED) == REQUIRED
                    ? Optional.of(new LarkFrame(
                            sequenceId,
                            logId,
                            service,
                            method,
                            headers,
                            payloadEncoding,
                            payloadType,
                            payload,
                            newLogId))
                    : Optional.empty();
        }

        /** Returns false if the frame has too much, or ends a group that did not begin. */
        private boolean readField(CodedInputStream in, int tag) throws IOException {
            int field = WireFormat.getTagFieldNumber(tag);
            if (field > NEW_LOG_ID || WireFormat.getTagWireType(tag) != wireType(field)) {
                return in.skipField(tag);
            }
            switch (field) {
                case SEQUENCE_ID -> sequenceId = in.readUInt64();
                case LOG_ID -> logId = in.readUInt64();
                case SERVICE -> service = in.readInt32();
                case METHOD -> method = in.readInt32();
                case HEADERS -> headers.add(header(in.readByteArray()));
                case PAYLOAD_ENCODING -> payloadEncoding = in.readStringRequireUtf8();
                case PAYLOAD_TYPE -> payloadType = in.readStringRequireUtf8();
                case PAYLOAD -> payload = in.readByteArray();
                default -> newLogId = in.readStringRequireUtf8();
            }
            found |= 1 << field;
            return headers.size() <= MOST_HEADERS;
        }

        private static int wireType(int field) {
            return field <= METHOD ? WireFormat.WIRETYPE_VARINT : WireFormat.WIRETYPE_LENGTH_DELIMITED;
        }

        private static Header header(byte[] bytes) throws IOException {
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            String key = null;
            String value = null;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                int field = WireFormat.getTagFieldNumber(tag);
                boolean isText = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
                if (field == KEY && isText) {
                    key = in.readStringRequireUtf8();
                } else if (field == VALUE && isText) {
                    value = in.readStringRequireUtf8();
                } else if (!in.skipField(tag)) {
                    break;
                }
            }
            if (key == null || value == null) {
                throw new IOException("a header has key and value");
            }
            return new Header(key, value);
        }
    }
}
