package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final int BLOCK = 64 * 1024;

    @Test
    void aPartIsTheSameWhereverItsNeighboursAreAskedFor() {
        byte[] whole = Bytes.part(0, 4 * BLOCK);

        assertThat(Bytes.part(BLOCK, 2 * BLOCK)).isEqualTo(Arrays.copyOfRange(whole, BLOCK, 3 * BLOCK));
        assertThat(Bytes.part(3L * BLOCK, 10)).isEqualTo(Arrays.copyOfRange(whole, 3 * BLOCK, 3 * BLOCK + 10));
    }

    @Test
    void noTwoPartsAreAlike() {
        assertThat(Bytes.part(0, BLOCK)).isNotEqualTo(Bytes.part(BLOCK, BLOCK));
    }
}
