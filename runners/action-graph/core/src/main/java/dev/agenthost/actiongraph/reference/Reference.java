package dev.agenthost.actiongraph.reference;

import org.jspecify.annotations.Nullable;

/** A reference to a value that exists elsewhere. {@code toString} is its form in a declaration. */
public sealed interface Reference {
    /** {@code md:<section_id>}: a Markdown section of the same model output; the id is normalised by {@link SectionId}. */
    record Section(String sectionId) implements Reference {
        @Override
        public String toString() {
            return "md:" + sectionId;
        }
    }

    /** {@code action:<id>.output}, {@code .summary} or {@code .status}: a result of an action of the same graph. */
    record ActionResult(String actionId, ResultPart part, ValuePath path) implements Reference {
        @Override
        public String toString() {
            return "action:" + actionId + "." + part.wire() + path;
        }
    }

    /** {@code input:user.goal}: a value that the runtime supplies with the request. */
    record RequestInput(String name, ValuePath path) implements Reference {
        @Override
        public String toString() {
            return "input:" + name + path;
        }
    }

    /** {@code artifact:<name>}: a named artifact of the current run. */
    record NamedArtifact(String name) implements Reference {
        @Override
        public String toString() {
            return "artifact:" + name;
        }
    }

    /** {@code artifact://<id>}: a stored artifact, as an observation shows it. */
    record StoredArtifact(String id) implements Reference {
        @Override
        public String toString() {
            return "artifact://" + id;
        }
    }

    /**
     * {@code runtime://<run>/actions/<id>/output}, also with {@code runs/} before the run: a record of the runtime.
     *
     * @param actionId null for the record of the whole run
     * @param part null for the whole record of the action
     */
    record RuntimeRecord(
            String runId,
            @Nullable String actionId,
            @Nullable ResultPart part) implements Reference {
        @Override
        public String toString() {
            return "runtime://" + runId
                    + (actionId == null ? "" : "/actions/" + actionId)
                    + (part == null ? "" : "/" + part.wire());
        }
    }

    /** {@code loop:item} or {@code loop:item.<path>}: the element of the current iteration of the action's own loop. */
    record LoopItem(ValuePath path) implements Reference {
        @Override
        public String toString() {
            return "loop:item" + path;
        }
    }

    /** {@code loop:index}: the number of the current iteration, from 0. */
    record LoopIndex() implements Reference {
        @Override
        public String toString() {
            return "loop:index";
        }
    }
}
