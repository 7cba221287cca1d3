package dev.agenthost.orchestrator.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FragmentsTest {
    @Test
    void aShortMessageIsOneFragment() {
        assertThat(Fragments.of("")).containsExactly("");
        assertThat(Fragments.of("{\"a\":1}")).containsExactly("{\"a\":1}");
        assertThat(Fragments.of("x".repeat(65536))).hasSize(1);
        assertThat(Fragments.of("x".repeat(65537))).extracting(String::length).containsExactly(65536, 1);
    }

    /** Characters of one to four bytes, at every offset against the border. */
    @Property(tries = 60)
    void fragmentsHaveCompleteCharactersAndAtMost64KiB(
            @ForAll @IntRange(min = 0, max = 8) int before, @ForAll @IntRange(min = 15_000, max = 70_000) int times) {
        String text = "x".repeat(before) + "aé中😀".repeat(times);

        List<String> pieces = Fragments.of(text);

        assertThat(String.join("", pieces)).isEqualTo(text);
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes.length).isLessThanOrEqualTo(65536);
            assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(piece);
        }
    }
}
