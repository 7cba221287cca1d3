package dev.agenthost.walk.tenant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The response times for existing and for made-up ids, by kind of request. They are printed and not asserted, because the machine
 * also runs other work.
 */
final class ResponseTimes {
    private static final int SHOWN = 5;

    private record Pair(long live, long madeUp) {}

    /** Medians of one kind of request, in microseconds. */
    private record Medians(String example, int pairs, long live, long madeUp) {
        long apart() {
            return Math.abs(live - madeUp);
        }
    }

    private final Map<Integer, Queue<Pair>> pairs = new ConcurrentHashMap<>();
    private final Map<Integer, String> examples = new ConcurrentHashMap<>();

    /** Records a pair of times, both in nanoseconds. */
    void took(CrossTenantRequests.Attempt attempt, long live, long madeUp) {
        pairs.computeIfAbsent(attempt.way(), way -> new ConcurrentLinkedQueue<>())
                .add(new Pair(live, madeUp));
        examples.putIfAbsent(
                attempt.way(),
                attempt.forLive().method() + " " + attempt.forLive().path().replace(attempt.live(), "<thing>"));
    }

    /** The kinds of requests whose medians differ most, and all of them together. */
    String report() {
        List<Medians> ways = new ArrayList<>();
        pairs.forEach((way, taken) -> ways.add(medians(examples.get(way), taken)));
        ways.sort((one, other) -> Long.compare(other.apart(), one.apart()));
        StringBuilder text = new StringBuilder("strangers: medians in microseconds, live against made up: ");
        Medians all =
                medians("all", pairs.values().stream().flatMap(Queue::stream).toList());
        text.append(all.live())
                .append(" and ")
                .append(all.madeUp())
                .append(" over ")
                .append(all.pairs());
        ways.stream().limit(SHOWN).forEach(way -> text.append("\n  ")
                .append(way.live())
                .append(" and ")
                .append(way.madeUp())
                .append(" over ")
                .append(way.pairs())
                .append(": ")
                .append(way.example()));
        return text.toString();
    }

    private static Medians medians(String example, Iterable<Pair> taken) {
        List<Pair> list = new ArrayList<>();
        taken.forEach(list::add);
        return new Medians(
                example,
                list.size(),
                median(list.stream().mapToLong(Pair::live).toArray()),
                median(list.stream().mapToLong(Pair::madeUp).toArray()));
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos.length == 0 ? 0 : nanos[nanos.length / 2] / 1_000;
    }
}
