import { DataZoomInsideComponent, MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';
import ChartView from './ChartView.tsx';

// What charts over time need that are zoomed and have marks.
use([DataZoomInsideComponent, MarkLineComponent]);

export default ChartView;
