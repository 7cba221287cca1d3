package dev.agenthost.context.semanticsearch.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunkerTest {
    @Property(tries = 500)
    void chunksCoverTheTextInOrderWithinTheirSize(
            @ForAll("texts") String text,
            @ForAll @IntRange(min = 100, max = 300) int size,
            @ForAll @IntRange(max = 50) int overlap) {
        List<Chunk> chunks = Chunker.cut(text, new ChunkSizes(size, overlap));

        int covered = 0;
        int before = -1;
        for (Chunk chunk : chunks) {
            assertThat(chunk.end() - chunk.start()).isLessThanOrEqualTo(size);
            assertThat(chunk.start()).isGreaterThan(before);
            assertThat(chunk.end()).isGreaterThan(covered);
            assertThat(text.substring(Math.min(covered, chunk.start()), chunk.start())
                            .isBlank())
                    .isTrue();
            assertThat(covered - chunk.start()).isLessThanOrEqualTo(overlap);
            assertThat(Character.isLowSurrogate(text.charAt(chunk.start()))
                            && chunk.start() > 0
                            && Character.isHighSurrogate(text.charAt(chunk.start() - 1)))
                    .isFalse();
            before = chunk.start();
            covered = chunk.end();
        }
        assertThat(text.substring(covered).isBlank()).isTrue();
    }

    @Property(tries = 100)
    void chunksDoNotDependOnTheRequestedNumber(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 5) int most) {
        ChunkSizes sizes = new ChunkSizes(120, 30);
        Chunker chunker = Chunker.of(text, sizes);
        List<Chunk> parts = new ArrayList<>();
        for (List<Chunk> some = chunker.next(most); !some.isEmpty(); some = chunker.next(most)) {
            assertThat(some).hasSizeLessThanOrEqualTo(most);
            parts.addAll(some);
        }

        assertThat(parts).isEqualTo(Chunker.cut(text, sizes));
    }

    /** Two million stored paths of a thousand characters would need gigabytes. */
    @Test
    void aTextOfHeadingsOnlyStoresOnlyTheirPositions() {
        StringBuilder text = new StringBuilder();
        for (int level = 1; level < 6; level++) {
            text.append("#".repeat(level)).append(' ').append("x".repeat(300)).append('\n');
        }
        while (text.length() < 20 * 1024 * 1024) {
            text.append("###### y\n");
        }

        Chunker chunker = Chunker.of(text.toString(), ChunkSizes.DEFAULT);
        int chunks = 0;
        for (List<Chunk> some = chunker.next(16); !some.isEmpty(); some = chunker.next(16)) {
            assertThat(some).allSatisfy(chunk -> assertThat(chunk.heading()).hasSizeLessThanOrEqualTo(400));
            chunks += some.size();
        }
        assertThat(chunks).isGreaterThan(100_000);
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> pieces = Arbitraries.of(
                "word ",
                "sentence. ",
                "Why? ",
                "\n",
                "\n\n",
                "# Heading\n",
                "## Below\n",
                "中文",
                "这是一句话。",
                "𠮷野家",
                "日本語です。",
                "한국어 ",
                "x".repeat(130),
                "   ",
                "e.g.",
                "```\n# none\n```\n");
        return pieces.list().ofMaxSize(120).map(list -> String.join("", list));
    }

    @Test
    void aSectionIsCutFromTheNextAndNamesItsHeadings() {
        String text =
                "# Guide\n\n" + "About it. ".repeat(10) + "\n\n## Install\n\nRun the installer.\n\n# Other\n\nMore.";

        List<Chunk> chunks = Chunker.cut(text, new ChunkSizes(200, 40));

        assertThat(chunks).extracting(Chunk::heading).containsExactly("Guide", "Guide > Install", "Other");
        assertThat(chunks.get(1).of(text)).isEqualTo("## Install\n\nRun the installer.");
    }

    @Test
    void paragraphsStayTogetherWithinTheSize() {
        String first = "One two three. ".repeat(6).strip();
        String text = first + "\n\n" + "Four five six. ".repeat(10);

        assertThat(Chunker.cut(text, new ChunkSizes(120, 0)).getFirst().of(text))
                .isEqualTo(first);
    }

    @Test
    void chineseIsDividedBetweenSentencesAndOverlapsByWholeOnes() {
        String text = "今天天气很好，我们去公园散步。".repeat(20);

        List<Chunk> chunks = Chunker.cut(text, new ChunkSizes(100, 20));

        assertThat(chunks).hasSizeGreaterThan(3).allSatisfy(chunk -> {
            assertThat(chunk.of(text)).startsWith("今天").endsWith("。");
        });
        assertThat(chunks.get(1).start()).isLessThan(chunks.get(0).end());
    }

    @Test
    void aChangeKeepsEarlierChunks() {
        String text = "A sentence of some words. ".repeat(60);
        List<Chunk> before = Chunker.cut(text, ChunkSizes.DEFAULT);

        List<Chunk> after = Chunker.cut(text + "And one more.", ChunkSizes.DEFAULT);

        assertThat(after.subList(0, before.size() - 1)).isEqualTo(before.subList(0, before.size() - 1));
    }

    @Test
    void blankTextHasNoChunk() {
        assertThat(Chunker.cut(" \n\t ", ChunkSizes.DEFAULT)).isEmpty();
        assertThat(Chunker.cut("", ChunkSizes.DEFAULT)).isEmpty();
    }

    @Test
    void invalidSizesAreRefused() {
        assertThatThrownBy(() -> new ChunkSizes(99, 0)).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> new ChunkSizes(8_001, 0)).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> new ChunkSizes(100, 51)).isInstanceOf(InvalidFieldException.class);
        assertThatThrownBy(() -> new ChunkSizes(100, -1)).isInstanceOf(InvalidFieldException.class);
    }
}
