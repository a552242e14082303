// Checks files in Prometheus's exposition formats as "promtool check metrics" does: with the same library.
//
//	promlint FILE...                  the text format; a line for each problem
//	promlint -protobuf FILE...        the protobuf format; a line for each problem
//	promlint -histograms FILE...      the protobuf format; a line for each native histogram
//
// Ends with 0 if nothing is wrong, with 3 after a line for each problem, and with 1 if a file cannot be read.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
)

func main() {
	format, names := "", os.Args[1:]
	if len(names) > 0 && names[0][0] == '-' {
		format, names = names[0], names[1:]
	}
	wrong := false
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			fail(name, err)
		}
		linter := promlint.New(file)
		if format != "" {
			families, err := decode(file)
			if err != nil {
				fail(name, err)
			}
			if format == "-histograms" {
				list(families)
				continue
			}
			linter = promlint.NewWithMetricFamilies(families)
			wrong = check(name, families) || wrong
		}
		problems, err := linter.Lint()
		if err != nil {
			fail(name, err)
		}
		for _, problem := range problems {
			fmt.Printf("%s: %s %s\n", name, problem.Metric, problem.Text)
			wrong = true
		}
	}
	if wrong {
		os.Exit(3)
	}
}

func decode(file io.Reader) (families []*dto.MetricFamily, err error) {
	decoder := expfmt.NewDecoder(file, expfmt.FmtProtoDelim)
	for {
		family := &dto.MetricFamily{}
		if err := decoder.Decode(family); errors.Is(err, io.EOF) {
			return families, nil
		} else if err != nil {
			return nil, err
		}
		families = append(families, family)
	}
}

// The buckets of a native histogram have all that the histogram has counted, and so has the last bucket of a classic one.
func check(name string, families []*dto.MetricFamily) (wrong bool) {
	each(families, func(metric string, labels []*dto.LabelPair, histogram *dto.Histogram) {
		buckets := histogram.GetBucket()
		if len(buckets) == 0 || buckets[len(buckets)-1].GetCumulativeCount() != histogram.GetSampleCount() {
			fmt.Printf("%s: %s%v the classic buckets do not have all %d\n", name, metric, labels, histogram.GetSampleCount())
			wrong = true
		}
		if histogram.Schema != nil && inBuckets(histogram) != histogram.GetSampleCount() {
			fmt.Printf("%s: %s%v the native buckets do not have all %d\n", name, metric, labels, histogram.GetSampleCount())
			wrong = true
		}
	})
	return wrong
}

func list(families []*dto.MetricFamily) {
	each(families, func(metric string, labels []*dto.LabelPair, histogram *dto.Histogram) {
		if histogram.Schema != nil {
			fmt.Printf("%s", metric)
			for _, label := range labels {
				fmt.Printf(" %s=%s", label.GetName(), label.GetValue())
			}
			fmt.Printf(" schema=%d count=%d\n", histogram.GetSchema(), inBuckets(histogram))
		}
	})
}

func each(families []*dto.MetricFamily, see func(string, []*dto.LabelPair, *dto.Histogram)) {
	for _, family := range families {
		for _, metric := range family.Metric {
			if metric.Histogram != nil {
				see(family.GetName(), metric.Label, metric.Histogram)
			}
		}
	}
}

// What the buckets have together. Spans that claim another number of buckets than there are deltas have nothing.
func inBuckets(histogram *dto.Histogram) uint64 {
	claimed := 0
	for _, span := range histogram.PositiveSpan {
		claimed += int(span.GetLength())
	}
	if claimed != len(histogram.PositiveDelta) {
		return 0
	}
	sum, count := histogram.GetZeroCount(), int64(0)
	for _, delta := range histogram.PositiveDelta {
		count += delta
		sum += uint64(count)
	}
	return sum
}

func fail(name string, err error) {
	fmt.Fprintf(os.Stderr, "%s cannot be read: %v\n", name, err)
	os.Exit(1)
}
