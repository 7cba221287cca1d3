package dev.agenthost.actiongraph.executor;

import dev.agenthost.actiongraph.action.ActionDescription;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a task or of an executor, for a comparison. Words of fewer than three letters and common ones are left out. */
final class TaskWords {
    private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{N}]+");
    private static final int SHORTEST = 3;
    private static final Set<String> COMMON = Set.of("and", "for", "from", "the", "this", "that", "with");

    private TaskWords() {}

    static Set<String> of(ActionDescription description) {
        return words(Stream.of(description.operation(), description.title(), description.text(), description.reason()));
    }

    static Set<String> of(RegisteredExecutor executor) {
        return words(
                Stream.concat(Stream.of(executor.name(), executor.description()), executor.capabilities().stream()));
    }

    /** The number of words in both, in one order. */
    static int common(Set<String> one, Set<String> other) {
        return (int) one.stream().filter(other::contains).count();
    }

    private static Set<String> words(Stream<String> texts) {
        return texts.filter(text -> text != null)
                .flatMap(text -> Arrays.stream(SEPARATOR.split(text.toLowerCase(Locale.ROOT))))
                .filter(word -> word.length() >= SHORTEST && !COMMON.contains(word))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
