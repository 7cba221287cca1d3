package dev.agenthost.protocol.hostapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;

/**
 * One chunk of a file: the data of the action {@value #ACTION}, in either direction. The sender sends each chunk after
 * the answer to the one before.
 *
 * @param index from 0; the first begins the file anew
 * @param amount number of chunks of the file
 * @param fileLength of the whole file in bytes; empty if the sender omits it
 * @param bytes at most {@value #LARGEST}
 */
public record FileChunk(FileKey key, int index, int amount, OptionalLong fileLength, byte[] bytes) {
    public static final String ACTION = "__file_chunk";

    /** Most bytes of a chunk. */
    public static final int LARGEST = 16 * 1024;

    private static final int LARGEST_TEXT = (LARGEST + 2) / 3 * 4;

    /** The outcome of reading a chunk: the chunk, or its fault. */
    public sealed interface Reading {
        record Read(FileChunk chunk) implements Reading {}

        /**
         * A fault.
         *
         * @param why names the field; repeats nothing of the content
         */
        record Refused(String why) implements Reading {}
    }

    /** @throws IllegalArgumentException if the numbers contradict each other */
    public FileChunk {
        bytes = bytes.clone();
        if (bytes.length > LARGEST) {
            throw new IllegalArgumentException("chunk_base64 is more than 16 KiB");
        }
        if (amount < 1 || index < 0 || index >= amount) {
            throw new IllegalArgumentException("chunk_index is not below chunk_amount");
        }
        if (fileLength.isPresent() && !fits(fileLength.getAsLong(), amount, bytes.length)) {
            throw new IllegalArgumentException("file_length does not match chunk_amount");
        }
    }

    /** Accepts one empty chunk beyond the length, which some senders add. */
    private static boolean fits(long length, int amount, int here) {
        return length >= here && length <= (long) amount * LARGEST && (amount - 1L) * LARGEST <= length;
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    public boolean isLast() {
        return index == amount - 1;
    }

    /**
     * Reads any tree, and never throws. {@code file_length} and {@code chunk_size} may be absent; if present they must
     * be right.
     */
    public static Reading read(JsonNode data) {
        JsonNode key = data.path("file_key");
        if (!key.isTextual() || !FileKey.isOne(key.textValue())) {
            return new Reading.Refused("file_key must be a plain name");
        }
        JsonNode text = data.path("chunk_base64");
        if (!text.isTextual() || text.textValue().length() > LARGEST_TEXT) {
            return new Reading.Refused("chunk_base64 must be a string of at most 16 KiB");
        }
        for (String number : List.of("chunk_index", "chunk_amount")) {
            if (!isInt(data.path(number))) {
                return new Reading.Refused(number + " must be an integer");
            }
        }
        for (String number : List.of("file_length", "chunk_size")) {
            if (!isAbsent(data.path(number)) && !isLong(data.path(number))) {
                return new Reading.Refused(number + " must be an integer");
            }
        }
        try {
            byte[] bytes = decoded(text.textValue());
            JsonNode size = data.path("chunk_size");
            if (!isAbsent(size) && size.longValue() != bytes.length) {
                return new Reading.Refused("chunk_size is not the size of chunk_base64");
            }
            JsonNode length = data.path("file_length");
            return new Reading.Read(new FileChunk(
                    new FileKey(key.textValue()),
                    data.path("chunk_index").intValue(),
                    data.path("chunk_amount").intValue(),
                    isAbsent(length) ? OptionalLong.empty() : OptionalLong.of(length.longValue()),
                    bytes));
        } catch (IllegalArgumentException e) {
            return new Reading.Refused(String.valueOf(e.getMessage()));
        }
    }

    private static byte[] decoded(String base64) {
        try {
            if (base64.length() % 4 == 0) {
                return Base64.getDecoder().decode(base64);
            }
        } catch (IllegalArgumentException e) {
            // The exception's message repeats the content, so it is dropped.
        }
        throw new IllegalArgumentException("chunk_base64 is not base64");
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static boolean isInt(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt();
    }

    private static boolean isLong(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong();
    }

    /** Returns the JSON of the wire. */
    public ObjectNode write() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("file_key", key.value());
        fileLength.ifPresent(length -> data.put("file_length", length));
        data.put("chunk_base64", Base64.getEncoder().encodeToString(bytes));
        return data.put("chunk_index", index).put("chunk_amount", amount).put("chunk_size", bytes.length);
    }

    /** Returns all chunks of a file, in order; a single empty chunk for an empty file. */
    public static List<FileChunk> split(FileKey key, byte[] file) {
        int amount = Math.max(1, (file.length + LARGEST - 1) / LARGEST);
        List<FileChunk> pieces = new ArrayList<>(amount);
        for (int i = 0; i < amount; i++) {
            byte[] piece = Arrays.copyOfRange(file, i * LARGEST, Math.min(file.length, (i + 1) * LARGEST));
            pieces.add(new FileChunk(key, i, amount, OptionalLong.of(file.length), piece));
        }
        return pieces;
    }
}
