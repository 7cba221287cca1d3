package dev.agenthost.context.semanticsearch.pdfbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.indexing.ExtractionOutcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDTrueTypeFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.font.encoding.WinAnsiEncoding;
import org.junit.jupiter.api.Test;

class PdfTextTest {
    private final PdfText reader = new PdfText();

    @Test
    void readsTheTextOfPages() {
        ExtractionOutcome read = reader.extract(pdf("The pool opens at nine.", "Dogs wait outside."));

        assertThat(((ExtractionOutcome.Text) read).text())
                .contains("The pool opens at nine.")
                .contains("Dogs wait outside.");
    }

    @Test
    void otherAndTruncatedFilesAreUnreadable() {
        byte[] whole = pdf("text");

        assertThat(reader.extract("hello".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new ExtractionOutcome.Unreadable("The document is not a PDF file."));
        assertThat(reader.extract("%PDF-1.7\nnothing".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new ExtractionOutcome.Unreadable("The document is broken, or not a PDF file."));
        assertThat(reader.extract(Arrays.copyOf(whole, whole.length / 3)))
                .isInstanceOf(ExtractionOutcome.Unreadable.class);
    }

    @Test
    void anEncryptedFileIsUnreadable() throws IOException {
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);

            assertThat(reader.extract(bytes.toByteArray()))
                    .isEqualTo(new ExtractionOutcome.Unreadable("The document is encrypted."));
        }
    }

    private static final ExtractionOutcome TOO_MUCH =
            new ExtractionOutcome.Unreadable("The document unpacks to more than the limit.");

    /** Unpacks to two gigabytes. */
    private static final byte[] BOMB = packed(zeros(2_000L * 1024 * 1024));

    @Test
    void aDecompressionBombIsRefusedWithAnyFilterAlias() {
        byte[] bomb = BOMB;
        byte[] headless = bomb.clone();
        headless[0] = 0;
        headless[1] = 0;

        assertThat(reader.extract(page("/FlateDecode", bomb))).isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("/Fl", bomb))).isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("/Fl#61te#44ecode", bomb))).isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/FlateDecode]", headless))).isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/ASCIIHexDecode /FlateDecode]", hex(bomb))))
                .isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/AHx /#46l]", hex(bomb)))).isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/ASCII85Decode /FlateDecode]", ascii85(bomb))))
                .isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/FlateDecode /ASCIIHexDecode /RunLengthDecode]", packed(hex(runs())))))
                .isEqualTo(TOO_MUCH);
        assertThat(reader.extract(page("[/ASCIIHexDecode /RunLengthDecode]", hex(runs()))))
                .isEqualTo(TOO_MUCH);
    }

    @Test
    void aDecompressionBombInTheTablesIsRefused() {
        assertThat(reader.extract(file("/Type/XRef/Size 9/W[1 2 1]/Filter[/ASCIIHexDecode/FlateDecode]", hex(BOMB))))
                .isEqualTo(TOO_MUCH);
    }

    @Test
    void aPageWithATextFilterIsRead() {
        byte[] text = "BT /F1 12 Tf 72 700 Td (The pool opens at nine.) Tj ET".getBytes(StandardCharsets.US_ASCII);

        for (byte[] file : List.of(
                page("/FlateDecode", packed(text)),
                page("[/ASCIIHexDecode /FlateDecode]", hex(packed(text))),
                page("[/ASCII85Decode /FlateDecode]", ascii85(packed(text))),
                page("[]", text))) {
            assertThat(((ExtractionOutcome.Text) reader.extract(file)).text()).contains("The pool opens at nine.");
        }
    }

    /** A file with complete fonts may draw little, and fonts are limited by the heap. */
    @Test
    void aPageWithLargeFontsIsReadAndOneWithTooManyIsRefused() throws IOException {
        byte[] fits = withFonts(1, 20 * 1024 * 1024);
        byte[] tooMany = withFonts(2, 20 * 1024 * 1024);

        assertThat(text(reader.extract(fits))).contains("The pool opens at nine.");
        assertThat(reader.extract(tooMany)).isEqualTo(TOO_MUCH);
    }

    /** @param size size of each font, padded behind its end as some writers do */
    private static byte[] withFonts(int many, int size) throws IOException {
        try (PDDocument document = new PDDocument();
                InputStream liberation = PDDocument.class.getResourceAsStream(
                        "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf")) {
            byte[] ttf = liberation.readAllBytes();
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                for (int i = 0; i < many; i++) {
                    PDTrueTypeFont font =
                            PDTrueTypeFont.load(document, new ByteArrayInputStream(ttf), WinAnsiEncoding.INSTANCE);
                    byte[] filled = Arrays.copyOf(ttf, size);
                    filled[size - 1] = (byte) i;
                    font.getFontDescriptor()
                            .setFontFile2(
                                    new PDStream(document, new ByteArrayInputStream(filled), COSName.FLATE_DECODE));
                    content.beginText();
                    content.setFont(font, 12);
                    content.newLineAtOffset(72, 700 - 20 * i);
                    content.showText("The pool opens at nine.");
                    content.endText();
                }
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);
            return bytes.toByteArray();
        }
    }

    @Test
    void largeRowsAndPicturesAreNotDecoded() {
        String wide = "/FlateDecode/DecodeParms<</Predictor 12/Colors 32/BitsPerComponent 8/Columns 60000000>>";
        String picture = "/CCITTFaxDecode/DecodeParms<</Columns 60000/Rows 280000>>";

        assertThat(text(reader.extract(page(wide, packed(new byte[100]))))).isBlank();
        assertThat(text(reader.extract(page(picture, new byte[100])))).isBlank();
        assertThat(text(reader.extract(page("[/ASCIIHexDecode/#4cZWDecode]", hex(new byte[100])))))
                .isBlank();
    }

    @Test
    void aPageBeyondTheGlyphLimitIsRefused() {
        String many = "BT /F1 12 Tf " + ("(" + "a".repeat(1000) + ") Tj ").repeat(2000) + "ET";

        assertThat(reader.extract(page("/FlateDecode", packed(many.getBytes(StandardCharsets.US_ASCII)))))
                .isEqualTo(TOO_MUCH);
    }

    @Test
    void anAbandonedReaderEnds() throws InterruptedException {
        byte[] file = pdf("text");
        AtomicReference<ExtractionOutcome> read = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            read.set(reader.extract(file));
        });
        thread.start();
        thread.join();

        assertThat(read.get()).isInstanceOf(ExtractionOutcome.Unreadable.class);
    }

    private static String text(ExtractionOutcome extracted) {
        return ((ExtractionOutcome.Text) extracted).text();
    }

    /** Makes a file with one page that has this content stream. */
    private static byte[] page(String filter, byte[] stream) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        write(file, """
                %%PDF-1.4
                1 0 obj
                <</Type/Catalog/Pages 2 0 R>>
                endobj
                2 0 obj
                <</Type/Pages/Kids[3 0 R]/Count 1>>
                endobj
                3 0 obj
                <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>
                endobj
                5 0 obj
                <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>
                endobj
                4 0 obj
                <</Length %d/Filter %s>>
                stream
                """.formatted(stream.length, filter));
        file.writeBytes(stream);
        write(file, "\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 6>>\nstartxref\n0\n%%EOF\n");
        return file.toByteArray();
    }

    /** Makes a file with this stream as its cross-reference table. */
    private static byte[] file(String table, byte[] stream) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        write(file, "%PDF-1.5\n");
        int at = file.size();
        write(file, "1 0 obj\n<<" + table + "/Length " + stream.length + ">>\nstream\n");
        file.writeBytes(stream);
        write(file, "\nendstream\nendobj\nstartxref\n" + at + "\n%%EOF\n");
        return file.toByteArray();
    }

    private static void write(ByteArrayOutputStream file, String text) {
        file.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] hex(byte[] bytes) {
        return (HexFormat.of().formatHex(bytes) + ">").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] ascii85(byte[] bytes) {
        try (PDDocument document = new PDDocument()) {
            PDStream stream = new PDStream(document);
            try (OutputStream out = stream.createOutputStream(COSName.ASCII85_DECODE)) {
                out.write(bytes);
            }
            return stream.getCOSObject().createRawInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every two bytes unpack to 128: 40 MiB. */
    private static byte[] runs() {
        byte[] runs = new byte[2 * 40 * 8192];
        for (int i = 0; i < runs.length; i += 2) {
            runs[i] = (byte) 129;
        }
        return runs;
    }

    private static InputStream zeros(long many) {
        return new InputStream() {
            private long left = many;

            @Override
            public int read() {
                return left-- > 0 ? 0 : -1;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                int some = (int) Math.min(left, length);
                left -= some;
                return some == 0 ? -1 : some;
            }
        };
    }

    private static byte[] packed(InputStream bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            bytes.transferTo(deflater);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] packed(byte[] bytes) {
        return packed(new ByteArrayInputStream(bytes));
    }

    private static byte[] pdf(String... pages) {
        try (PDDocument document = new PDDocument()) {
            for (String text : pages) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(72, 700);
                    content.showText(text);
                    content.endText();
                }
            }
            document.getDocumentCatalog().getCOSObject().setString(COSName.LANG, "en");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
