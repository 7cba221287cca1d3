package dev.agenthost.context.knowledge.pdfbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.knowledge.text.Extracted;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;

class PdfTextTest {
    private final PdfText reader = new PdfText();

    @Test
    void pagesSayWhatTheySay() {
        Extracted read = reader.extract(pdf("The pool opens at nine.", "Dogs wait outside."));

        assertThat(((Extracted.Text) read).text())
                .contains("The pool opens at nine.")
                .contains("Dogs wait outside.");
    }

    @Test
    void whatIsNoFileOrHalfOfOneIsUnreadable() {
        byte[] whole = pdf("text");

        assertThat(reader.extract("hello".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Extracted.Unreadable("It is no PDF file."));
        assertThat(reader.extract("%PDF-1.7\nnothing".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Extracted.Unreadable("It is broken, or no PDF file."));
        assertThat(reader.extract(Arrays.copyOf(whole, whole.length / 3))).isInstanceOf(Extracted.Unreadable.class);
    }

    @Test
    void anEncryptedFileIsUnreadable() throws IOException {
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            document.save(bytes);

            assertThat(reader.extract(bytes.toByteArray())).isEqualTo(new Extracted.Unreadable("It is encrypted."));
        }
    }

    @Test
    void aBombIsFoundBeforeItIsUnpacked() {
        byte[] bomb = packed(new byte[40 * 1024 * 1024]);
        assertThat(bomb.length).isLessThan(100 * 1024);

        assertThat(reader.extract(with(bomb))).isEqualTo(new Extracted.Unreadable("It unpacks to more than is read."));
        assertThat(reader.extract(with(packed(bomb))))
                .isEqualTo(new Extracted.Unreadable("It unpacks to more than is read."));
        assertThat(new PackedStreams(1 << 20, 3 << 20).areTooLarge(twice(with(packed(new byte[1 << 20])), 4)))
                .isTrue();
        assertThat(new PackedStreams(1 << 20, 5 << 20).areTooLarge(twice(with(packed(new byte[1 << 20])), 4)))
                .isFalse();
    }

    @Test
    void anOldPackingIsNotRead() {
        assertThat(reader.extract("%PDF-1.1\n<</Filter/LZWDecode>>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Extracted.Unreadable("It is packed in an old way that is not read: save it anew."));
    }

    private static byte[] twice(byte[] file, int times) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.writeBytes(file);
        }
        return all.toByteArray();
    }

    private static byte[] with(byte[] stream) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes("%PDF-1.7\n1 0 obj\n<</Filter/FlateDecode>>\nstream\r\n".getBytes(StandardCharsets.US_ASCII));
        file.writeBytes(stream);
        file.writeBytes("\nendstream\nendobj\n".getBytes(StandardCharsets.US_ASCII));
        return file.toByteArray();
    }

    private static byte[] packed(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static byte[] pdf(String... pages) {
        try (PDDocument document = new PDDocument()) {
            for (String said : pages) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(72, 700);
                    content.showText(said);
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
