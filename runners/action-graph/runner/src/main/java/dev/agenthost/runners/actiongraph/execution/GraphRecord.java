package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.protocol.error.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The part of a graph that a journal stores beside state and results.
 *
 * @param choices the choice of an executor, by action
 * @param prompts digests of the expanded prompts, by {@link AttemptName}
 * @param delegations ids of the delegated runs that have not ended, by {@link AttemptName}
 * @param sessions ids of all delegated runs, by {@link AttemptName}
 * @param shown digests of the calls that a person was shown for approval, by action
 * @param approvals how many times a person was asked to approve an action, by action
 * @param asked actions whose approval this run of the host has asked a person for, and {@link AttemptName}s of its questions: its later
 *     attempt asks again, because the host may have lost the question with the attempt
 * @param withdrawn ids of the questions that this run of the host has closed without a response: its later attempt withdraws them again,
 *     because the earlier one may have died between the stored step and the withdrawal
 * @param earlier ids of the earlier graphs of the request, in their order
 * @param notes messages by which this run of the host has announced the declarations, in order
 * @param clock the time of the graph
 */
public record GraphRecord(
        Map<String, RecordedChoice> choices,
        Map<String, String> prompts,
        Map<String, String> delegations,
        Map<String, String> sessions,
        Map<String, List<String>> shown,
        Map<String, Integer> approvals,
        List<String> asked,
        List<String> withdrawn,
        List<String> earlier,
        List<String> notes,
        ActiveClock clock) {
    public GraphRecord {
        choices = Fields.map(choices);
        prompts = Fields.map(prompts);
        delegations = Fields.map(delegations);
        sessions = Fields.map(sessions);
        shown = Fields.map(shown);
        approvals = Fields.map(approvals);
        asked = Fields.list(asked, "asked");
        withdrawn = Fields.list(withdrawn, "withdrawn");
        earlier = Fields.list(earlier, "earlier");
        notes = Fields.list(notes, "notes");
        Fields.required(clock, "clock");
    }

    /** The record of a graph that begins. */
    public static GraphRecord of(Map<String, RecordedChoice> choices, List<String> earlier, ActiveClock clock) {
        return new GraphRecord(
                choices, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of(), List.of(), earlier, List.of(),
                clock);
    }

    /** The record with choices that the registry of this run confirms. */
    public GraphRecord confirmed(UnaryOperator<Map<String, RecordedChoice>> confirmation) {
        return new GraphRecord(
                confirmation.apply(choices),
                prompts,
                delegations,
                sessions,
                shown,
                approvals,
                asked,
                withdrawn,
                earlier,
                notes,
                clock);
    }

    /** The record with the choices for the actions of a revision. */
    public GraphRecord chosen(Map<String, RecordedChoice> more) {
        Map<String, RecordedChoice> all = new HashMap<>(choices);
        all.putAll(more);
        return new GraphRecord(
                all, prompts, delegations, sessions, shown, approvals, asked, withdrawn, earlier, notes, clock);
    }

    GraphRecord prompted(AttemptName attempt, String digest) {
        return new GraphRecord(
                choices,
                with(prompts, attempt.toString(), digest),
                delegations,
                sessions,
                shown,
                approvals,
                asked,
                withdrawn,
                earlier,
                notes,
                clock);
    }

    GraphRecord delegated(AttemptName attempt, String run) {
        String name = attempt.toString();
        return new GraphRecord(
                choices,
                prompts,
                with(delegations, name, run),
                with(sessions, name, run),
                shown,
                approvals,
                asked,
                withdrawn,
                earlier,
                notes,
                clock);
    }

    /** The delegated runs of an action that have not ended. */
    Map<AttemptName, String> delegations(String actionId) {
        Map<AttemptName, String> runs = new HashMap<>();
        delegations.forEach((text, run) -> AttemptName.parse(text)
                .filter(name -> name.attempt().actionId().equals(actionId))
                .ifPresent(name -> runs.put(name, run)));
        return runs;
    }

    GraphRecord ended(AttemptName attempt) {
        if (!delegations.containsKey(attempt.toString())) {
            return this;
        }
        Map<String, String> open = new HashMap<>(delegations);
        open.remove(attempt.toString());
        return new GraphRecord(
                choices, prompts, open, sessions, shown, approvals, asked, withdrawn, earlier, notes, clock);
    }

    /** @param digests of the calls that the question shows; empty if there are none */
    GraphRecord shown(String actionId, List<String> digests) {
        Map<String, List<String>> all = new HashMap<>(shown);
        all.put(actionId, List.copyOf(digests));
        List<String> now = new ArrayList<>(asked);
        now.remove(actionId);
        now.add(actionId);
        return new GraphRecord(
                choices, prompts, delegations, sessions, all, approvals, now, withdrawn, earlier, notes, clock);
    }

    /** The record after an attempt has asked a person. */
    GraphRecord asked(AttemptName attempt) {
        if (isAsked(attempt)) {
            return this;
        }
        List<String> all = new ArrayList<>(asked);
        all.add(attempt.toString());
        return new GraphRecord(
                choices, prompts, delegations, sessions, shown, approvals, all, withdrawn, earlier, notes, clock);
    }

    /** Returns true if this run of the host has asked the question of an attempt. */
    boolean isAsked(AttemptName attempt) {
        return asked.contains(attempt.toString());
    }

    /** The record before a question about an approval that is still to be asked. */
    GraphRecord unasked(String actionId) {
        Map<String, List<String>> all = new HashMap<>(shown);
        all.remove(actionId);
        Map<String, Integer> counted = new HashMap<>(approvals);
        counted.merge(actionId, 1, Integer::sum);
        return new GraphRecord(
                choices, prompts, delegations, sessions, all, counted, asked, withdrawn, earlier, notes, clock);
    }

    /** The record with questions that a step closes without a response. */
    GraphRecord withdrawing(List<String> interactionIds) {
        if (withdrawn.containsAll(interactionIds)) {
            return this;
        }
        List<String> all = Stream.concat(withdrawn.stream(), interactionIds.stream())
                .distinct()
                .toList();
        return new GraphRecord(
                choices, prompts, delegations, sessions, shown, approvals, asked, all, earlier, notes, clock);
    }

    GraphRecord announcing(List<String> messages) {
        if (messages.isEmpty()) {
            return this;
        }
        List<String> all = new ArrayList<>(notes);
        all.addAll(messages);
        return new GraphRecord(
                choices, prompts, delegations, sessions, shown, approvals, asked, withdrawn, earlier, all, clock);
    }

    /** The record for another run of the host, which announces nothing of this one and asks nothing again. */
    public GraphRecord forAnotherRun() {
        return new GraphRecord(
                choices,
                prompts,
                delegations,
                sessions,
                shown,
                approvals,
                List.of(),
                List.of(),
                earlier,
                List.of(),
                clock);
    }

    /** Returns true if a question is still to be asked, or may be lost with an earlier attempt of this run of the host. */
    boolean mayBeUnasked(String actionId) {
        return !shown.containsKey(actionId) || asked.contains(actionId);
    }

    GraphRecord with(ActiveClock next) {
        return next.equals(clock)
                ? this
                : new GraphRecord(
                        choices,
                        prompts,
                        delegations,
                        sessions,
                        shown,
                        approvals,
                        asked,
                        withdrawn,
                        earlier,
                        notes,
                        next);
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        Map<String, String> changed = new HashMap<>(map);
        changed.put(key, value);
        return changed;
    }
}
