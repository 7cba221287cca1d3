package dev.agenthost.context.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesAtOnceTest {
    @Test
    void noMoreAreHeldThanThereIsRoomFor() {
        BytesAtOnce room = new BytesAtOnce(10);

        assertThat(room.take(6)).isTrue();
        assertThat(room.take(5)).isFalse();
        assertThat(room.take(4)).isTrue();
        assertThat(room.take(1)).isFalse();
        room.free(6);
        assertThat(room.take(6)).isTrue();
    }

    @Test
    void whatIsLargerThanAllRoomGoesAlone() {
        BytesAtOnce room = new BytesAtOnce(10);

        assertThat(room.take(11)).isTrue();
        assertThat(room.take(1)).isFalse();
        room.free(11);
        assertThat(room.take(1)).isTrue();
        assertThat(room.take(11)).isFalse();
    }

    @Test
    void anEmptyFileNeedsNoRoom() {
        BytesAtOnce room = new BytesAtOnce(1);

        assertThat(room.take(1)).isTrue();
        assertThat(room.take(0)).isTrue();
    }
}
