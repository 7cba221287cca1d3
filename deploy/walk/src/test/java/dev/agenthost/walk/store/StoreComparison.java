package dev.agenthost.walk.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** The differences between the stored entries and the topics; empty if each record was applied exactly once. */
final class StoreComparison {
    private final List<String> differences = new ArrayList<>();

    private StoreComparison() {}

    /** One sentence for each difference. */
    static List<String> of(List<LogEntryKey> told, StoredState kept) {
        var comparison = new StoreComparison();
        var there = kept.rows().stream().map(StoredState.Row::line).toList();
        comparison.streams(told, there);
        comparison.numbers(kept);
        comparison.questions(there);
        return comparison.differences;
    }

    /** Checks that each entry is stored once, in the order of its records. */
    private void streams(List<LogEntryKey> told, List<LogEntryKey> there) {
        var expected = byStream(told);
        var found = byStream(there);
        var names = new TreeSet<>(expected.keySet());
        names.addAll(found.keySet());
        for (var name : names) {
            stream(name, expected.getOrDefault(name, List.of()), found.getOrDefault(name, List.of()));
        }
    }

    private void stream(String name, List<LogEntryKey> expected, List<LogEntryKey> found) {
        if (expected.equals(found)) {
            return;
        }
        int before = differences.size();
        Map<LogEntryKey, Integer> times = new HashMap<>();
        found.forEach(line -> times.merge(line, 1, Integer::sum));
        for (LogEntryKey line : expected) {
            int count = times.getOrDefault(line, 0);
            if (count == 0) {
                differences.add(name + ": " + line + " is missing");
            } else if (count > 1) {
                differences.add(name + ": " + line + " is there " + count + " times");
            }
        }
        expected.forEach(times::remove);
        times.keySet().forEach(line -> differences.add(name + ": " + line + " was never told so"));
        if (differences.size() == before) {
            differences.add(name + ": not in the order in which it was told");
        }
    }

    /** Checks that sequence numbers are dense, in the order of the log, and match the counters of their conversation. */
    private void numbers(StoredState kept) {
        Map<String, List<StoredState.Row>> conversations = new LinkedHashMap<>();
        for (var row : kept.rows()) {
            if (!row.line().conversation().isEmpty()) {
                conversations
                        .computeIfAbsent(row.line().conversation(), any -> new ArrayList<>())
                        .add(row);
            }
        }
        conversations.forEach((name, rows) -> {
            var numbers = rows.stream().map(StoredState.Row::seq).toList();
            var said = rows.stream()
                    .map(StoredState.Row::transcriptSeq)
                    .filter(number -> number > 0)
                    .toList();
            dense(name + ": the numbers of its log", numbers);
            dense(name + ": the numbers of what is said", said);
            if (!said.equals(kept.transcripts().getOrDefault(name, List.of()))) {
                differences.add(name + ": its transcript is not what its log says");
            }
            if (!new StoredState.Counted(numbers.size(), said.size())
                    .equals(kept.counted().get(name))) {
                differences.add(name + ": it has given other numbers than it has");
            }
        });
    }

    private void dense(String what, List<Long> numbers) {
        if (!numbers.equals(LongStream.rangeClosed(1, numbers.size()).boxed().toList())) {
            differences.add(what + " are not dense");
        }
    }

    /** Checks that no answer is stored before its question. */
    private void questions(List<LogEntryKey> there) {
        Set<String> asked = new HashSet<>();
        for (var line : there) {
            if (line.isEvent()) {
                asked.add(line.event());
            } else if (line.isResult() && !asked.contains(line.event())) {
                differences.add(line.conversation() + ": " + line + " stands before its question");
            }
        }
    }

    private static Map<String, List<LogEntryKey>> byStream(List<LogEntryKey> lines) {
        Map<String, List<LogEntryKey>> streams = new HashMap<>();
        lines.forEach(line ->
                streams.computeIfAbsent(line.stream(), any -> new ArrayList<>()).add(line));
        return streams;
    }
}
