package dev.agenthost.context.state;

/** Outcome of a write of state. */
public sealed interface StateWrite {
    /** @param changed false if there was nothing to delete; of a repetition, the answer of the first write */
    record Written(boolean changed) implements StateWrite {}

    /** The stored value is not the expected one, is missing, or exists though none was expected. */
    record Stale() implements StateWrite {}

    /** The attempt is below its run's fence, or its run is not open. */
    record Fenced() implements StateWrite {}

    /** The scope has reached its number of names. Nothing was changed, and the operation may be repeated. */
    record TooManyKeys() implements StateWrite {}

    /** The scope's values would exceed their bytes. Nothing was changed, and the operation may be repeated. */
    record TooManyBytes() implements StateWrite {}

    /** The database cannot store the JSON, for instance a number beyond all limits. */
    record Invalid() implements StateWrite {}
}
