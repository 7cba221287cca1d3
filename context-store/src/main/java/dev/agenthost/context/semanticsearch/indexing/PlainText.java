package dev.agenthost.context.semanticsearch.indexing;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads plain texts in UTF-8. */
public final class PlainText implements TextExtractor {
    private static final char MARK = '\ufeff';
    private static final int PIECE = 8 * 1024;
    /** Memory for each byte: its characters of two bytes, and the builder. */
    private static final long COPIES = 4;

    private final HeapCapacity heap;

    public PlainText() {
        this(HeapCapacity.ofThisProcess());
    }

    /** Creates the extractor with a heap capacity that a test sets. */
    public PlainText(HeapCapacity heap) {
        this.heap = heap;
    }

    @Override
    public ExtractionOutcome extract(byte[] bytes) {
        try {
            check(bytes);
            if (!heap.has(COPIES * bytes.length)) {
                return HeapCapacity.shortage();
            }
            String text = new String(bytes, StandardCharsets.UTF_8);
            boolean marked = !text.isEmpty() && text.charAt(0) == MARK;
            return new ExtractionOutcome.Text(TextNormalizer.lines(marked ? text.substring(1) : text));
        } catch (CharacterCodingException e) {
            return new ExtractionOutcome.Unreadable("The document is not UTF-8 text.");
        }
    }

    /** Validates the encoding in pieces without storing characters: a text of 20 MiB would take twice that. */
    private static void check(byte[] bytes) throws CharacterCodingException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer piece = CharBuffer.allocate(PIECE);
        CoderResult result = decoder.decode(in, piece, true);
        while (result.isOverflow()) {
            piece.clear();
            result = decoder.decode(in, piece, true);
        }
        if (result.isError()) {
            result.throwException();
        }
    }
}
