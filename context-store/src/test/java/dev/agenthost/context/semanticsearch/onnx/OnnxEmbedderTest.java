package dev.agenthost.context.semanticsearch.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.semanticsearch.vectorindex.Vectors;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the embedder in a process of its own: a process loads a native library once, and the application of another test may have it. */
class OnnxEmbedderTest {
    private static final Map<String, String> OUTPUT = new HashMap<>();

    @BeforeAll
    static void aProcessPrintsItsFindings() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Probe.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        said.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .forEach(pair -> OUTPUT.put(pair[0], pair[1]));
    }

    @Test
    void textsOfSimilarMeaningHaveNearVectors() {
        assertThat(number("near")).isGreaterThan(number("far") + 0.2);
    }

    @Test
    void vectorsHaveTheDeclaredDimensionsAndLengthOne() {
        assertThat(OUTPUT).containsEntry("dimensions", "384");
        assertThat(number("length")).isBetween(0.999, 1.001);
    }

    @Test
    void aTextAlwaysHasTheSameVector() {
        assertThat(OUTPUT).containsEntry("same", "true");
    }

    @Test
    void nothingIsLoadedBeforeTheFirstText() {
        assertThat(OUTPUT).containsEntry("before", "false").containsEntry("after", "true");
    }

    private static double number(String name) {
        return Double.parseDouble(OUTPUT.get(name));
    }

    /** The process that embeds and prints its findings. */
    static final class Probe {
        private Probe() {}

        public static void main(String[] none) {
            try (OnnxEmbedder embedder = new OnnxEmbedder()) {
                System.out.println("before=" + loaded());
                List<float[]> vectors = embed(
                        embedder,
                        "Dogs are not allowed in the garden.",
                        "No pets outside, please.",
                        "The invoice is due in thirty days.");
                System.out.println("after=" + loaded());
                float[] first = vectors.getFirst();
                System.out.println("dimensions=" + first.length);
                System.out.println("length=" + Vectors.product(first, first, 0));
                System.out.println("near=" + Vectors.product(first, vectors.get(1), 0));
                System.out.println("far=" + Vectors.product(first, vectors.get(2), 0));
                String large = "垃圾每周二收。 word ".repeat(2_000) + "𠮷";
                List<float[]> together = embed(embedder, "one", large);
                boolean same = Arrays.equals(embed(embedder, large).getFirst(), together.get(1))
                        && Arrays.equals(embed(embedder, "one").getFirst(), together.get(0));
                System.out.println("same=" + same);
            }
        }

        private static List<float[]> embed(OnnxEmbedder embedder, String... texts) {
            return embedder.embed(List.of(texts)).await().atMost(Duration.ofSeconds(120));
        }

        /** Returns true if the JVM reports the model's runtime as loaded. */
        private static boolean loaded() {
            try {
                String classes = (String) ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "vmClassHierarchy",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()});
                return classes.contains("ai.onnxruntime");
            } catch (JMException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
