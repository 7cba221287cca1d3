package dev.agenthost.context.semanticsearch.pdfbox;

import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import java.io.IOException;

/**
 * Counts the bytes that a PDF document unpacks to: a few kilobytes may unpack to gigabytes, whatever sizes the file declares. Stops the
 * parsing of a document beyond a limit, and interrupted parsing.
 */
final class DecompressionLimiter {
    /** Bytes between two checks of the heap. */
    private static final long STEP = 64L * 1024;
    /** Bytes that one glyph counts as. */
    private static final long GLYPH = 16;

    private final HeapCapacity heap;
    private final long maxStreamBytes;
    private final long maxPageBytes;
    private final long maxFontBytes;
    private final long maxTotalBytes;
    private final int maxGlyphs;
    private long ofOne;
    private long ofPage;
    private long ofFonts;
    private boolean inFont;
    private long ofAll;
    private int glyphs;
    private int glyphsBefore;
    private boolean limitExceeded;
    private boolean noMemory;
    private long sinceCheck;

    /**
     * @param maxStreamBytes bytes that one stream may unpack to at any of its layers
     * @param maxPageBytes bytes of the drawing operators of one page, which are in memory while it is read
     * @param maxFontBytes bytes of the fonts of one page, beside its operators
     * @param maxTotalBytes bytes that are unpacked for the whole document, including repetitions
     * @param maxGlyphs of one page, which are in memory until its end
     */
    DecompressionLimiter(
            HeapCapacity heap,
            long maxStreamBytes,
            long maxPageBytes,
            long maxFontBytes,
            long maxTotalBytes,
            int maxGlyphs) {
        this.heap = heap;
        this.maxStreamBytes = maxStreamBytes;
        this.maxPageBytes = maxPageBytes;
        this.maxFontBytes = maxFontBytes;
        this.maxTotalBytes = maxTotalBytes;
        this.maxGlyphs = maxGlyphs;
    }

    /** Begins another layer of a stream. */
    void layer() {
        ofOne = 0;
    }

    void page() {
        ofPage = 0;
        ofFonts = 0;
        glyphs = 0;
        glyphsBefore = 0;
    }

    void bytes(long more) throws IOException {
        ofOne += more;
        ofAll += more;
        check(ofOne > maxStreamBytes || ofAll > maxTotalBytes);
        read(more);
    }

    /** Counts bytes of the file or of a stream from which objects are made. */
    void read(long bytes) throws IOException {
        sinceCheck += bytes;
        if (sinceCheck > STEP) {
            sinceCheck = 0;
            noMemory |= !heap.has(heap.ofOne());
        }
        check(false);
    }

    /** Checks the heap for a text of so many characters, which may be copied to grow. */
    void text(long characters) throws IOException {
        noMemory |= !heap.has(4 * characters);
        check(false);
    }

    /** Counts unpacked bytes of a page's operators or fonts. */
    void drawn(long more) throws IOException {
        if (inFont) {
            ofFonts += more;
        } else {
            ofPage += more;
        }
        check(ofPage > maxPageBytes || ofFonts > maxFontBytes);
    }

    /** Begins or ends the choice of a font; meanwhile the unpacked bytes are a font's, and nothing is drawn. One stream may be both. */
    void choosingFont(boolean begins) {
        inFont = begins;
    }

    /**
     * Counts a glyph.
     *
     * @return false if the page has too many
     */
    boolean glyph() {
        glyphs++;
        return glyphs <= maxGlyphs;
    }

    /** Checks the limits between two operators of a page. */
    void checkpoint() throws IOException {
        read((glyphs - glyphsBefore) * GLYPH);
        glyphsBefore = glyphs;
        check(glyphs > maxGlyphs);
    }

    /** Returns true if anything was stopped. PDFBox itself leaves out what it cannot read, without an error. */
    boolean isExceeded() {
        return limitExceeded;
    }

    /** Returns true if parsing was stopped because the heap had no room. */
    boolean isOutOfMemory() {
        return noMemory;
    }

    private void check(boolean beyond) throws IOException {
        limitExceeded |= beyond;
        if (limitExceeded || noMemory || Thread.currentThread().isInterrupted()) {
            throw new IOException("the document unpacks to more than the limit");
        }
    }
}
