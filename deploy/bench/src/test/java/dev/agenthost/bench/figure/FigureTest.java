package dev.agenthost.bench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
    @Test
    void limitItselfIsMet() {
        assertThat(new Figure("B1", "ratio", 3, "", new Bound.AtMost(3)).isMet())
                .isTrue();
        assertThat(new Figure("B1", "ratio", 3.01, "", new Bound.AtMost(3)).isMet())
                .isFalse();
        assertThat(new Figure("B10", "runs", 100, "/s", new Bound.AtLeast(100)).isMet())
                .isTrue();
        assertThat(new Figure("B10", "runs", 99.9, "/s", new Bound.AtLeast(100)).isMet())
                .isFalse();
    }

    @Test
    void isSaidShortly() {
        var figure = new Figure("B6", "idle", 152.345, "MB", new Bound.AtMost(220));
        assertThat(figure.said()).isEqualTo("152.3 MB");
        assertThat(figure.wanted()).isEqualTo("≤ 220 MB");
    }

    @Test
    void lineIsTheNearestToItsPoints() {
        var line = Line.through(List.of(new Line.Point(0, 1), new Line.Point(1, 3), new Line.Point(2, 5)));
        assertThat(line.slope()).isCloseTo(2, within(1e-9));
        assertThat(line.start()).isCloseTo(1, within(1e-9));
    }

    @Test
    void thereIsNoLineThroughOnePoint() {
        assertThatThrownBy(() -> Line.through(List.of(new Line.Point(1, 1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Line.through(List.of(new Line.Point(1, 1), new Line.Point(1, 2))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
