package dev.agenthost.context.knowledge.pdfbox;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * How far the streams of a file unpack. A few kilobytes may be a gigabyte, and PDFBox unpacks a stream into memory at once; so each is
 * unpacked here first, into nothing, whatever the file says that it is.
 */
final class PackedStreams {
    private static final byte[] BEGINS = {'s', 't', 'r', 'e', 'a', 'm'};
    /** Packed in itself, so often. */
    private static final int LAYERS = 3;
    /** Of a stream's beginning, to see whether it is packed again. */
    private static final int HEAD = 64 * 1024;

    private final long mostOfOne;
    private final long mostOfAll;
    private final byte[] sink = new byte[HEAD];
    private long all;

    PackedStreams(long mostOfOne, long mostOfAll) {
        this.mostOfOne = mostOfOne;
        this.mostOfAll = mostOfAll;
    }

    /** Whether one of them, or all together, are more than may be. */
    boolean areTooLarge(byte[] file) {
        for (int place = next(file, 0); place >= 0; place = next(file, place)) {
            if (isTooLarge(file, place, file.length, LAYERS) || all > mostOfAll) {
                return true;
            }
        }
        return false;
    }

    private boolean isTooLarge(byte[] bytes, int from, int to, int layers) {
        Inflater inflater = new Inflater();
        byte[] head = new byte[HEAD];
        int kept = 0;
        long size = 0;
        try {
            inflater.setInput(bytes, from, to - from);
            while (size <= mostOfOne) {
                int more = inflater.inflate(sink);
                if (more == 0) {
                    break;
                }
                int copied = Math.min(more, HEAD - kept);
                System.arraycopy(sink, 0, head, kept, copied);
                kept += copied;
                size += more;
            }
        } catch (DataFormatException e) {
            // Not packed, or broken from here on; what came before counts.
        } finally {
            inflater.end();
        }
        all += size;
        return size > mostOfOne || size > 0 && layers > 1 && isTooLarge(head, 0, kept, layers - 1);
    }

    /** Where the bytes of the next stream begin; -1 where there is none. */
    private static int next(byte[] file, int from) {
        for (int place = from; place + BEGINS.length + 1 < file.length; place++) {
            if (file[place] == 's' && begins(file, place)) {
                int after = place + BEGINS.length;
                if (file[after] == '\n') {
                    return after + 1;
                }
                if (file[after] == '\r') {
                    return file[after + 1] == '\n' ? after + 2 : after + 1;
                }
            }
        }
        return -1;
    }

    private static boolean begins(byte[] file, int place) {
        for (int i = 0; i < BEGINS.length; i++) {
            if (file[place + i] != BEGINS[i]) {
                return false;
            }
        }
        return true;
    }
}
