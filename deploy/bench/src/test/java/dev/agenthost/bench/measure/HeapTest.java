package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HeapTest {
    @Test
    void readsTheTotalOfAHistogram() {
        var histogram = """
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:         20000        1048576  [B (java.base@25)
                Total         30000        2097152
                """;
        assertThat(Heap.total(histogram)).isEqualTo(2);
        assertThatThrownBy(() -> Heap.total("nothing")).isInstanceOf(IllegalArgumentException.class);
    }
}
