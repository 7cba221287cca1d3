package dev.agenthost.context.knowledge.pdfbox;

import java.io.IOException;

/**
 * How far a document unpacks, counted while it does: a few kilobytes may be gigabytes, whatever the file says of itself. Whoever goes
 * beyond is stopped at once, and so is whoever goes on though nobody waits any more.
 */
final class Unpacked {
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
    private boolean tooMuch;

    /**
     * @param mostOfOne bytes that one stream may unpack to at any of its layers
     * @param mostOfPage bytes of what draws one page; they are held while it is read
     * @param mostOfFonts bytes of what the fonts of one page are, beside what draws it
     * @param mostOfAll bytes that are unpacked for the whole document, whatever is unpacked again
     * @param mostGlyphs of one page; they are held until its end
     */
    Unpacked(long mostOfOne, long mostOfPage, long mostOfFonts, long mostOfAll, int mostGlyphs) {
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
    }

    void bytes(long more) throws IOException {
        ofOne += more;
        ofAll += more;
        check(ofOne > mostOfOne || ofAll > mostOfAll);
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
        check(glyphs > mostGlyphs);
    }

    /** Whether anything was stopped; PDFBox leaves out what it cannot read, and says nothing. */
    boolean isTooMuch() {
        return tooMuch;
    }

    private void check(boolean beyond) throws IOException {
        tooMuch |= beyond;
        if (tooMuch || Thread.currentThread().isInterrupted()) {
            throw new IOException("it unpacks to more than is read");
        }
    }
}
