package dev.agenthost.context.semanticsearch.pdfbox;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.DecodeOptions;
import org.apache.pdfbox.filter.Filter;
import org.apache.pdfbox.filter.FilterFactory;
import org.apache.pdfbox.io.RandomAccessInputStream;
import org.apache.pdfbox.io.RandomAccessOutputStream;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.io.RandomAccessReadView;

/**
 * A stream of a file that unpacks up to a limit. PDFBox resolves its filters, so that no alias and no chain of them circumvents the
 * limit; only filters for text are executed.
 */
final class BoundedStream extends COSStream {
    /** The filters that are executed. LZW is excluded for its table of unbounded size; the other filters decode pictures. */
    private static final Set<COSName> RUN = Set.of(
            COSName.FLATE_DECODE,
            COSName.FLATE_DECODE_ABBREVIATION,
            COSName.ASCII_HEX_DECODE,
            COSName.ASCII_HEX_DECODE_ABBREVIATION,
            COSName.ASCII85_DECODE,
            COSName.ASCII85_DECODE_ABBREVIATION,
            COSName.RUN_LENGTH_DECODE,
            COSName.RUN_LENGTH_DECODE_ABBREVIATION,
            COSName.CRYPT);
    /** Maximum of a picture's row, in bits; the filter holds two rows. */
    private static final long WIDEST = 8L * 1024 * 1024;

    private final DecompressionLimiter unpacked;

    BoundedStream(RandomAccessReadView packed, DecompressionLimiter unpacked) throws IOException {
        super(null, packed);
        this.unpacked = unpacked;
    }

    /** Always a list, so that a single filter is bounded as well. */
    @Override
    public COSBase getFilters() {
        COSBase filters = super.getFilters();
        if (!(filters instanceof COSName name)) {
            return filters;
        }
        COSArray list = new COSArray();
        list.add(name);
        return list;
    }

    @Override
    public RandomAccessRead createView() throws IOException {
        RandomAccessRead whole = whole();
        unpacked.drawn(whole.length());
        return whole;
    }

    @Override
    public COSInputStream createInputStream(DecodeOptions options) throws IOException {
        RandomAccessRead whole = whole();
        COSStream plain = new COSStream(null, new RandomAccessReadView(whole, 0, whole.length()));
        return plain.createInputStream(options);
    }

    private RandomAccessRead whole() throws IOException {
        BoundedBuffer whole = null;
        InputStream layer = createRawInputStream();
        List<Filter> filters = filters();
        for (int i = 0; i < filters.size(); i++) {
            unpacked.layer();
            BoundedBuffer buffer = new BoundedBuffer(unpacked);
            filters.get(i).decode(layer, new RandomAccessOutputStream(buffer), this, i, DecodeOptions.DEFAULT);
            buffer.seek(0);
            whole = buffer;
            layer = new RandomAccessInputStream(buffer);
        }
        if (whole == null) {
            unpacked.layer();
            whole = new BoundedBuffer(unpacked);
            layer.transferTo(new RandomAccessOutputStream(whole));
            whole.seek(0);
        }
        return whole;
    }

    /** The names of each filter in PDFBox. */
    private List<Filter> filters() throws IOException {
        Set<Filter> filters = new LinkedHashSet<>();
        if (getFilters() instanceof COSArray names) {
            for (COSBase name : names) {
                if (!(name instanceof COSName known) || !RUN.contains(known)) {
                    throw new IOException("packed with an unsupported filter");
                }
                filters.add(FilterFactory.INSTANCE.getFilter(known));
            }
            checkRows(COSName.DECODE_PARMS);
            checkRows(COSName.DP);
        }
        return new ArrayList<>(filters);
    }

    private void checkRows(COSName key) throws IOException {
        COSBase value = getDictionaryObject(key);
        if (value instanceof COSDictionary one) {
            checkRow(one);
        } else if (value instanceof COSArray many) {
            for (int i = 0; i < many.size(); i++) {
                if (many.getObject(i) instanceof COSDictionary one) {
                    checkRow(one);
                }
            }
        }
    }

    private static void checkRow(COSDictionary value) throws IOException {
        long colors = value.getInt(COSName.COLORS, 1);
        long bits = value.getInt(COSName.BITS_PER_COMPONENT, 8);
        long columns = value.getInt(COSName.COLUMNS, 1);
        if (colors < 1 || bits < 1 || bits > 32 || columns < 1 || Math.min(colors, 32) * bits > WIDEST / columns) {
            throw new IOException("rows of an invalid size");
        }
    }
}
