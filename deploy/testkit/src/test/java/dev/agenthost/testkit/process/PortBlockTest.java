package dev.agenthost.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortBlockTest {
    @Test
    void twoBoxesNeverShareAPortThoughNothingListensYet() {
        try (var one = PortBlock.take();
                var two = PortBlock.take()) {
            var ports = new HashSet<Integer>();
            for (int i = 0; i < 20; i++) {
                assertThat(ports.add(one.next())).isTrue();
                assertThat(ports.add(two.next())).isTrue();
            }
        }
    }

    @Test
    void passesOverAPortThatSomebodyListensOn() throws Exception {
        try (var block = PortBlock.take()) {
            int first = block.next();
            try (var taken = new ServerSocket(first + 1, 1, InetAddress.getLoopbackAddress())) {
                assertThat(block.next()).isGreaterThan(taken.getLocalPort());
            }
        }
    }

    @Test
    void goesOnBeyondItsRange() {
        try (var block = PortBlock.take()) {
            assertThat(IntStream.range(0, PortBlock.SIZE + 8).map(i -> block.next()))
                    .allMatch(FreePorts::isFree);
        }
    }

    @Test
    void whatWasClosedMayBeTakenAgain() {
        for (int i = 0; i < 2 * PortBlock.BLOCKS; i++) {
            try (var block = PortBlock.take()) {
                assertThat(block.next()).isBetween(PortBlock.LOWEST, FreePorts.LOWEST);
            }
        }
    }
}
