package dev.agenthost.bench.relay;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One consumer of a topic, which sends records to other topics for the last record of each operation. Without sends it only reads.
 *
 * @param from the topic it reads
 * @param sends the records for each operation
 */
public record Leg(String from, List<Send> sends) {
    /**
     * Records to one topic.
     *
     * @param records number for each operation
     * @param bytes the size of each
     */
    public record Send(String to, int records, int bytes) {}

    public Leg {
        sends = List.copyOf(sends);
    }

    /** One that reads and does nothing. */
    public static Leg reading(String topic) {
        return new Leg(topic, List.of());
    }

    /** As an argument of a command. */
    String argument() {
        return from
                + sends.stream()
                        .map(send -> ">" + send.to() + "," + send.records() + "," + send.bytes())
                        .collect(Collectors.joining());
    }

    static Leg of(String argument) {
        var parts = argument.split(">");
        var sends = Arrays.stream(parts)
                .skip(1)
                .map(part -> part.split(","))
                .map(send -> new Send(send[0], Integer.parseInt(send[1]), Integer.parseInt(send[2])))
                .toList();
        return new Leg(parts[0], sends);
    }
}
