package dev.agenthost.context.semanticsearch.pdfbox;

import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import java.io.IOException;

/**
 * How far a document unpacks, counted while it does: a few kilobytes may be gigabytes, whatever the file says of itself. Whoever goes
 * beyond is stopped at once, and so is whoever goes on though nobody waits any more.
 */
final class DecompressionLimiter {
    /** Bytes that are read between two looks at the heap. */
    private static final long STEP = 64L * 1024;
    /** Of a glyph, in bytes that are read. */
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
     * @param mostOfPage bytes of what draws one page; they are held while it is read
     * @param mostOfFonts bytes of what the fonts of one page are, beside what draws it
     * @param mostOfAll bytes that are unpacked for the whole document, whatever is unpacked again
     * @param mostGlyphs of one page; they are held until its end
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

    /** Another layer of a stream begins. */
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

    /** Bytes of the file or of a stream are read, of which objects are made. */
    void read(long bytes) throws IOException {
        sinceLook += bytes;
        if (sinceLook > STEP) {
            sinceLook = 0;
            noMemory |= !heap.has(heap.ofOne());
        }
        check(false);
    }

    /** The text has so many characters, and may be copied to grow. */
    void text(long characters) throws IOException {
        noMemory |= !heap.has(4 * characters);
        check(false);
    }

    /** What a page is drawn by, all layers off. */
    void drawn(long more) throws IOException {
        if (inFont) {
            ofFonts += more;
        } else {
            ofPage += more;
        }
        check(ofPage > mostOfPage || ofFonts > mostOfFonts);
    }

    /** While this lasts a font is chosen, and what is unpacked is a font: nothing is drawn. A stream itself may be both. */
    void choosingFont(boolean begins) {
        inFont = begins;
    }

    /** @return whether there is room for one more */
    boolean glyph() {
        glyphs++;
        return glyphs <= mostGlyphs;
    }

    /** Between two operators of a page. */
    void goOn() throws IOException {
        read((glyphs - glyphsBefore) * GLYPH);
        glyphsBefore = glyphs;
        check(glyphs > mostGlyphs);
    }

    /** Whether anything was stopped; PDFBox leaves out what it cannot read, and says nothing. */
    boolean isTooMuch() {
        return tooMuch;
    }

    /** True if reading was stopped because the heap had no room. */
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
