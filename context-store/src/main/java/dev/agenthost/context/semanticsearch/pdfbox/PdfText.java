package dev.agenthost.context.semanticsearch.pdfbox;

import dev.agenthost.context.semanticsearch.indexing.ExtractionOutcome;
import dev.agenthost.context.semanticsearch.indexing.HeapCapacity;
import dev.agenthost.context.semanticsearch.indexing.TextExtractor;
import dev.agenthost.context.semanticsearch.indexing.TextNormalizer;
import java.io.IOException;
import java.io.Writer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;

/** Extracts the text of a PDF file's pages. Nothing in it is executed or fetched; attachments and text in pictures are not read. */
public final class PdfText implements TextExtractor {
    private static final long MAX_STREAM_BYTES = 32L * 1024 * 1024;
    private static final long MAX_PAGE_BYTES = 8L * 1024 * 1024;
    private static final long MAX_FONT_BYTES = 32L * 1024 * 1024;
    private static final long MAX_TOTAL_BYTES = 512L * 1024 * 1024;
    private static final int MAX_GLYPHS = 250_000;

    private static final byte[] MAGIC = {'%', 'P', 'D', 'F', '-'};
    private static final int MAGIC_WITHIN = 1024;

    private final HeapCapacity heap;

    public PdfText() {
        this(HeapCapacity.ofThisProcess());
    }

    PdfText(HeapCapacity heap) {
        this.heap = heap;
    }

    @Override
    public ExtractionOutcome extract(byte[] bytes) {
        if (offset(bytes, MAGIC, MAGIC_WITHIN) < 0) {
            return new ExtractionOutcome.Unreadable("The document is not a PDF file.");
        }
        // PDFBox searches this machine for fonts that a file lacks; its cache of them must not be written to the user's
        // home.
        if (System.getProperty("pdfbox.fontcache") == null) {
            System.setProperty("pdfbox.fontcache", System.getProperty("java.io.tmpdir"));
        }
        DecompressionLimiter unpacked = new DecompressionLimiter(
                heap,
                Math.min(MAX_STREAM_BYTES, heap.ofOne()),
                Math.min(MAX_PAGE_BYTES, heap.ofOne()),
                Math.min(MAX_FONT_BYTES, heap.ofOne()),
                MAX_TOTAL_BYTES,
                MAX_GLYPHS);
        ExtractionOutcome extracted = extract(bytes, unpacked);
        if (unpacked.isOutOfMemory()) {
            return HeapCapacity.shortage();
        }
        return unpacked.isExceeded()
                ? new ExtractionOutcome.Unreadable("The document unpacks to more than the limit.")
                : extracted;
    }

    private static ExtractionOutcome extract(byte[] bytes, DecompressionLimiter unpacked) {
        try (PDDocument document = new BoundedParser(bytes, unpacked).parse()) {
            return document.isEncrypted()
                    ? new ExtractionOutcome.Unreadable("The document is encrypted.")
                    : new ExtractionOutcome.Text(TextNormalizer.lines(text(document, unpacked)));
        } catch (InvalidPasswordException e) {
            return new ExtractionOutcome.Unreadable("The document is encrypted.");
        } catch (TooLong e) {
            return new ExtractionOutcome.Unreadable("The text of the document exceeds the limit.");
        } catch (IOException e) {
            return new ExtractionOutcome.Unreadable("The document is broken, or not a PDF file.");
        }
    }

    private static StringBuilder text(PDDocument document, DecompressionLimiter unpacked) throws IOException {
        Bounded text = new Bounded(unpacked);
        new BoundedStripper(unpacked).writeText(document, text);
        return text.written;
    }

    private static int offset(byte[] bytes, byte[] pattern, int within) {
        int last = Math.min(within, bytes.length - pattern.length + 1);
        for (int offset = 0; offset < last; offset++) {
            int same = 0;
            while (same < pattern.length && bytes[offset + same] == pattern[same]) {
                same++;
            }
            if (same == pattern.length) {
                return offset;
            }
        }
        return -1;
    }

    private static final class TooLong extends IOException {}

    /** Stops a text that grows too long, and an interrupted extraction. */
    private static final class Bounded extends Writer {
        final StringBuilder written = new StringBuilder();
        private final DecompressionLimiter unpacked;

        Bounded(DecompressionLimiter unpacked) {
            this.unpacked = unpacked;
        }

        @Override
        public void write(char[] characters, int from, int length) throws IOException {
            if (written.length() + length > LONGEST || Thread.currentThread().isInterrupted()) {
                throw new TooLong();
            }
            if (written.length() + length > written.capacity()) {
                unpacked.text(written.length());
            }
            written.append(characters, from, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
