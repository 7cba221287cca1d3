package dev.agenthost.context.semanticsearch.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.jsoup.HtmlText;
import dev.agenthost.context.semanticsearch.knowledge.DocumentKind;
import dev.agenthost.context.semanticsearch.knowledge.DocumentUpload;
import dev.agenthost.context.semanticsearch.pdfbox.PdfText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents of the largest size, each read in a process with a small heap that ends at its first error of memory. */
class LargeDocumentsTest {
    private static final int HEAP_MIB = 256;
    /** Memory that the rest of the service holds, in MiB. */
    private static final int HELD_MIB = 64;

    private static final int LARGEST = DocumentUpload.MOST_BYTES - 4 * 1024;

    @TempDir
    Path folder;

    /** PDF files whose objects are much larger than the file. */
    enum Expensive {
        NUMBERS_OF_A_PAGE {
            @Override
            byte[] file() throws IOException {
                return pdf("/Flood" + list("1.5 ", LARGEST), packed("BT ET"));
            }
        },
        LISTS_OF_A_PAGE {
            @Override
            byte[] file() throws IOException {
                return pdf("/Flood" + list("[]", LARGEST), packed("BT ET"));
            }
        },
        LISTS_OF_ONE_STEP {
            @Override
            byte[] file() throws IOException {
                return pdf("", packed(list("[]", 8 * 1024 * 1024 - 16) + " TJ"));
            }
        },
        OBJECTS_THAT_NO_TABLE_NAMES {
            @Override
            byte[] file() throws IOException {
                StringBuilder objects = new StringBuilder(">>\n");
                for (int number = 1_000_000; objects.length() < LARGEST - 1024; number++) {
                    objects.append(number).append(" 0 obj\n");
                }
                return pdf(objects + "<<", packed("BT ET"));
            }
        };

        abstract byte[] file() throws IOException;

        private static String list(String unit, int bytes) {
            return "[" + unit.repeat(bytes / unit.length()) + "]";
        }
    }

    @ParameterizedTest
    @EnumSource(Expensive.class)
    void aDocumentBeyondTheMemoryEndsNoProcess(Expensive expensive) throws Exception {
        assertThat(read(DocumentKind.PDF, expensive.file())).isEqualTo("unreadable: " + reason());
    }

    @Test
    void aFileOfManyPagesIsRead() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        StringBuilder kids = new StringBuilder();
        write(file, "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
        write(file, "5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n");
        int pages = 400;
        for (int page = 0; page < pages; page++) {
            int number = 10 + 2 * page;
            kids.append(number).append(" 0 R ");
            write(
                    file,
                    number + " 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents " + (number + 1)
                            + " 0 R/Resources<</Font<</F1 5 0 R>>>>>>\nendobj\n");
            String drawn = "BT /F1 9 Tf 72 700 Td " + ("(" + "words of a page ".repeat(6) + ") Tj 0 -11 Td ").repeat(30)
                    + "% " + "x".repeat(40_000) + "\nET";
            write(
                    file,
                    (number + 1) + " 0 obj\n<</Length " + drawn.length() + ">>\nstream\n" + drawn
                            + "\nendstream\nendobj\n");
        }
        write(file, "2 0 obj\n<</Type/Pages/Kids[" + kids + "]/Count " + pages + ">>\nendobj\n");
        write(file, "trailer\n<</Root 1 0 R/Size " + (20 + 2 * pages) + ">>\nstartxref\n0\n%%EOF\n");
        assertThat(file.size()).isBetween(LARGEST / 2, LARGEST);

        assertThat(read(DocumentKind.PDF, file.toByteArray()))
                .startsWith("text: ")
                .hasSizeGreaterThan(8);
    }

    @Test
    void aTextAndAPageOfTheLargestSizeAreRead() throws Exception {
        assertThat(read(
                        DocumentKind.TEXT,
                        "\u4e2d\u6587 text ".repeat(LARGEST / 12).getBytes(StandardCharsets.UTF_8)))
                .startsWith("text: ");
        assertThat(read(DocumentKind.HTML, "<p a b c>text".repeat(190_000).getBytes(StandardCharsets.UTF_8)))
                .startsWith("text: ");
    }

    @Test
    void aFullHeapStopsReadingWithThatReason() {
        HeapCapacity full = new HeapCapacity(() -> 90, 100);
        TextExtractorRegistry readers =
                new TextExtractorRegistry(Map.of(DocumentKind.TEXT, new PlainText(full)), Duration.ofSeconds(1), full);

        assertThat(readers.hasCapacity()).isFalse();
        assertThat(new PlainText(full).extract(new byte[1])).isEqualTo(HeapCapacity.shortage());
    }

    private static String reason() {
        return ((ExtractionOutcome.Unreadable) HeapCapacity.shortage()).reason();
    }

    private String read(DocumentKind kind, byte[] document) throws Exception {
        Path file = Files.write(folder.resolve("document"), document);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + HEAP_MIB + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reading.class.getName(),
                        kind.name(),
                        file.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.strip();
    }

    /** Reads one document as the indexer does. */
    static final class Reading {
        private Reading() {}

        public static void main(String[] arguments) throws IOException {
            byte[][] held = new byte[HELD_MIB][1024 * 1024];
            PlainText plain = new PlainText();
            TextExtractorRegistry readers = new TextExtractorRegistry(
                    Map.of(
                            DocumentKind.TEXT,
                            plain,
                            DocumentKind.HTML,
                            new HtmlText(),
                            DocumentKind.PDF,
                            new PdfText()),
                    Duration.ofSeconds(50));
            if (!readers.hasCapacity()) {
                throw new IllegalStateException(
                        "the heap is too small for the test, or " + held.length + " is too much");
            }
            byte[] bytes = Files.readAllBytes(Path.of(arguments[1]));
            System.out.println(
                    switch (readers.read(bytes, DocumentKind.valueOf(arguments[0]))) {
                        case ExtractionOutcome.Text(String text) -> "text: " + text.length();
                        case ExtractionOutcome.Unreadable(String reason) -> "unreadable: " + reason;
                    });
        }
    }

    /** @param more further entries of its one page */
    private static byte[] pdf(String more, byte[] drawn) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        write(file, "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
        write(file, "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n");
        write(file, "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R" + more + ">>\nendobj\n");
        write(file, "4 0 obj\n<</Filter/FlateDecode/Length " + drawn.length + ">>\nstream\n");
        file.writeBytes(drawn);
        write(file, "\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF\n");
        return file.toByteArray();
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
            deflater.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return packed.toByteArray();
    }

    private static void write(ByteArrayOutputStream file, String text) {
        file.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
