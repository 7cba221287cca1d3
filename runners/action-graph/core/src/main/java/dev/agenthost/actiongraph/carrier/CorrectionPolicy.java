package dev.agenthost.actiongraph.carrier;

/**
 * Bounds the number of times that a model is asked to correct its output. Only broken outputs in a row count: a valid output starts again
 * from zero.
 *
 * @param maxCorrections most corrections in a row
 */
public record CorrectionPolicy(int maxCorrections) {
    /** Two corrections: the third broken output in a row ends the run. */
    public static final CorrectionPolicy STANDARD = new CorrectionPolicy(2);

    public CorrectionPolicy {
        if (maxCorrections < 0) {
            throw new IllegalArgumentException("maxCorrections must not be negative");
        }
    }

    /**
     * Decides about a broken output.
     *
     * @param inRow number of broken outputs in a row, this one included, from 1
     */
    public Correction decide(CarrierResult.ProtocolError error, int inRow) {
        int remaining = maxCorrections - inRow + 1;
        if (remaining <= 0) {
            String outputs = inRow == 1
                    ? "an output that does not follow the protocol"
                    : inRow + " outputs in a row that do not follow the protocol";
            return new Correction.Stop("The model sent " + outputs + ". Nothing was executed.");
        }
        String count = remaining == 1 ? "This is the last correction." : remaining + " corrections remain.";
        return new Correction.Ask(error.message() + "\n" + count);
    }
}
