package dev.agenthost.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
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
        assertThat(figure.text()).isEqualTo("152.3 MB");
        assertThat(figure.target()).isEqualTo("≤ 220 MB");
    }

    @Test
    void aFewPointsThatStandOutDecideNothingAboutASlope() {
        var points = new ArrayList<Slope.Point>();
        for (int i = 0; i < 20; i++) {
            points.add(new Slope.Point(i, 1 + 2 * i + (i % 7 == 6 ? 60 : 0)));
        }
        assertThat(Slope.of(points)).isCloseTo(2, within(1e-9));
        assertThat(Slope.of(points.subList(0, 2))).isCloseTo(2, within(1e-9));
    }

    @Test
    void onePointHasNoSlope() {
        for (var points :
                List.of(List.of(new Slope.Point(1, 1)), List.of(new Slope.Point(1, 1), new Slope.Point(1, 2)))) {
            assertThatThrownBy(() -> Slope.of(points)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
