package dev.agenthost.context.semanticsearch.pdfbox;

import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import java.io.IOException;

/**
 * Counts the bytes that a PDF document unpacks to: a few kilobytes may be gigabytes, in spite of the sizes that the file states. Stops
 * the parsing of a document beyond a limit, and parsing that was interrupted because its caller has given up.
 */
final class DecompressionLimiter {
    /** Bytes between two checks of the heap. */
    private static final long STEP = 64L * 1024;
    /** Bytes that one glyph counts as. */
    private static final long GLYPH = 16;

    private final HeapCapacity heap;
    private final long mostOfOne;
    private final long mostOfPage;
    private final long mostOfFonts;
    private final long mostOfAll;
    private final int mostGlyphs;
    private long ofOne;
    private long ofPage;
    private long ofFonts;
    private boolean inFont;
    private long ofAll;
    private int glyphs;
    private int glyphsBefore;
    private boolean tooMuch;
    private boolean noMemory;
    private long sinceLook;

    /**
     * @param mostOfOne bytes that one stream may unpack to at any of its layers
     * @param mostOfPage bytes of the drawing operators of one page, which are in memory while it is read
     * @param mostOfFonts bytes of the fonts of one page, beside its operators
     * @param mostOfAll bytes that are unpacked for the whole document, including repetitions
     * @param mostGlyphs of one page, which are in memory until its end
     */
    DecompressionLimiter(
            HeapCapacity heap, long mostOfOne, long mostOfPage, long mostOfFonts, long mostOfAll, int mostGlyphs) {
        this.heap = heap;
        this.mostOfOne = mostOfOne;
        this.mostOfPage = mostOfPage;
        this.mostOfFonts = mostOfFonts;
        this.mostOfAll = mostOfAll;
        this.mostGlyphs = mostGlyphs;
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
        check(ofOne > mostOfOne || ofAll > mostOfAll);
        read(more);
    }

    /** Counts bytes of the file or of a stream from which objects are made. */
    void read(long bytes) throws IOException {
        sinceLook += bytes;
        if (sinceLook > STEP) {
            sinceLook = 0;
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
        check(ofPage > mostOfPage || ofFonts > mostOfFonts);
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
        return glyphs <= mostGlyphs;
    }

    /** Checks the limits between two operators of a page. */
    void goOn() throws IOException {
        read((glyphs - glyphsBefore) * GLYPH);
        glyphsBefore = glyphs;
        check(glyphs > mostGlyphs);
    }

    /** Returns true if anything was stopped. PDFBox itself leaves out what it cannot read, without an error. */
    boolean isTooMuch() {
        return tooMuch;
    }

    /** Returns true if parsing was stopped because the heap had no room. */
    boolean isOutOfMemory() {
        return noMemory;
    }

    private void check(boolean beyond) throws IOException {
        tooMuch |= beyond;
        if (tooMuch || noMemory || Thread.currentThread().isInterrupted()) {
            throw new IOException("it unpacks to more than is read");
        }
    }
}
