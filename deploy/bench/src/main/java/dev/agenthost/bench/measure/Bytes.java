package dev.agenthost.bench.measure;

import java.util.Random;

/** Bytes that nobody keeps: any part of them is made when it is asked for, and is the same whenever it is. */
final class Bytes {
    private static final int BLOCK = 64 * 1024;

    private Bytes() {}

    /** @param from a multiple of 64 KiB, as is the length but for the last part */
    static byte[] part(long from, int length) {
        var part = new byte[length];
        var block = new byte[BLOCK];
        for (int at = 0; at < length; at += BLOCK) {
            new Random((from + at) / BLOCK).nextBytes(block);
            System.arraycopy(block, 0, part, at, Math.min(BLOCK, length - at));
        }
        return part;
    }
}
